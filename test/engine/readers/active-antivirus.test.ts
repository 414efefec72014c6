import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkProtection } from '../../../src/engine/checks/hardening/network-protection.ts'
import { officeChildProcesses } from '../../../src/engine/checks/office/office-child-processes.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { NETWORK_PROTECTION } from '../../../src/engine/readers/settings/edge-hardening.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../snapshot-builder.ts'
import { assess, smallTenant, type TenantParts } from '../tenant-builder.ts'

const IN_BLOCK: TenantParts = {
  licence: 'e5',
  policies: { Rules: Object.values(ASR_RULES).map(({ settingId }) => choice(settingId, 'block')) },
}
const MEASURED = { reported: { [ASR_RULES.officeChildProcesses.secureScore]: 100 } }

const NETWORK_IN_BLOCK = { policies: { Network: [choice(NETWORK_PROTECTION, '1')] } }

const evaluate = (more: Values, parts: TenantParts = {}) =>
  officeChildProcesses.evaluate(tenantOf(smallTenant({ ...IN_BLOCK, ...parts, more })), PARAMETERS)

/** How Defender Antivirus runs on ten devices: active on the first ones, in another mode on the next. */
const modes = (active: number, inactive: number, mode = '1') => ({
  antivirusModes: [...build.antivirus(active), ...build.antivirus(inactive, mode, active)],
})

test('a rule in block mode counts where Defender Antivirus is the active antivirus', () => {
  const { verdict, kind, limitations } = evaluate(modes(10, 0))
  assert.deepEqual(
    [verdict, kind, limitations],
    ['effective', 'seen', ['Secure Score has no report from devices on this.']],
  )
})

for (const [mode, name] of Object.entries({
  1: 'passive',
  2: 'disabled',
  4: 'only detecting',
  5: 'passive with audit',
}))
  test(`a rule in block mode fails where Defender Antivirus is ${name}, in policy and in what devices report`, () => {
    for (const parts of [{}, MEASURED]) {
      const { verdict, kind, ifNamed, coverage, affected, observed } = evaluate(modes(2, 8, mode), parts)
      assert.deepEqual([verdict, kind, ifNamed, coverage], ['ineffective', 'absent', true, { n: 2, of: 10 }])
      assert.deepEqual(
        affected?.items,
        [2, 3, 4, 5, 6, 7, 8, 9].map((index) => `PC-${index}`),
      )
      assert.match(
        observed,
        /On 8 of 10 managed Windows devices, Microsoft Defender Antivirus is not the active antivirus/,
      )
    }
  })

test('where another antivirus protects a few devices, the row is partial until people name it', () => {
  const values = smallTenant({ ...IN_BLOCK, more: modes(9, 1) })
  const row = (note?: string) =>
    assess(values, { 'ISM-1667': { answer: 'yes', ...(note && { note }) } }).requirements.find(
      ({ id }) => id === 'ISM-1667',
    )
  assert.deepEqual([row()?.verdict, row()?.coverage], ['partial', { n: 9, of: 10, counts: 'device' }])
  assert.match(row()?.contradiction ?? '', /if its note names it/)
  assert.deepEqual([row('Sophos')?.verdict, row('Sophos')?.basis], ['effective', 'reported'])
})

test('devices that do not report how it runs leave the row to people, unless the others decide it', () => {
  const { verdict, kind, observed } = evaluate(modes(9, 0))
  assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
  assert.match(observed, /Whether it is the active antivirus on 1 of 10 managed Windows devices is not known\.$/)
  assert.equal(evaluate(modes(1, 8)).verdict, 'ineffective')
  const mixed = evaluate(modes(7, 1))
  assert.deepEqual([mixed.verdict, mixed.atBest?.verdict], ['no_visibility', 'partial'])
})

test('a mode that is not documented is unknown', () => {
  for (const mode of ['', '3', '6', 'Active']) assert.equal(evaluate(modes(0, 10, mode)).verdict, 'no_visibility', mode)
})

test('if the mode was refused or is not licensed, the rule neither passes nor fails, and people answer', () => {
  const denied = evaluate({ antivirusModes: refused() })
  assert.deepEqual([denied.verdict, denied.kind], ['no_visibility', 'blind'])
  assert.match(denied.limitations.join(), /grant ThreatHunting\.Read\.All/)
  const unlicensed = evaluate({ antivirusModes: refused() }, { licence: 'businessPremium' })
  assert.deepEqual([unlicensed.verdict, unlicensed.kind], ['no_visibility', 'absent'])
  assert.match(
    `${unlicensed.observed} ${unlicensed.invites}`,
    /Without Defender for Endpoint Plan 2.*say so in the questionnaire/,
  )
  const values = smallTenant({ ...IN_BLOCK, licence: 'businessPremium', refused: ['antivirusModes'] })
  const row = assess(values, { 'ISM-1667': { answer: 'yes' } }).requirements.find(({ id }) => id === 'ISM-1667')
  assert.deepEqual([row?.verdict, row?.basis], ['effective', 'reported'])
})

test('a rule that only audits fails, whatever the mode', () => {
  const audit = { policies: { Rules: [choice(ASR_RULES.officeChildProcesses.settingId, 'audit')] } }
  for (const more of [modes(10, 0), modes(0, 10), { antivirusModes: refused() }]) {
    const { verdict, kind, ifNamed } = evaluate(more, audit)
    assert.deepEqual([verdict, kind, ifNamed], ['ineffective', 'absent', true])
  }
})

test('network protection in block mode counts in the same way', () => {
  const parts = { ...IN_BLOCK, ...NETWORK_IN_BLOCK }
  const protection = (more: Values) => networkProtection.evaluate(tenantOf(smallTenant({ ...parts, more })), PARAMETERS)
  assert.equal(protection(modes(10, 0)).verdict, 'effective')
  const passive = protection(modes(2, 8))
  assert.deepEqual(
    [passive.verdict, passive.kind, passive.ifNamed, passive.coverage],
    ['ineffective', 'absent', true, { n: 2, of: 10 }],
  )
  assert.match(
    `${passive.observed} ${passive.invites}`,
    /so network protection does nothing there\. If another product that filters connections/,
  )
  const denied = protection({ antivirusModes: refused() })
  assert.deepEqual([denied.verdict, denied.kind], ['no_visibility', 'blind'])
  assert.match(denied.observed, /could not be read; where it is not, network protection does nothing\.$/)
})
