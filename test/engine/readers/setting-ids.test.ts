import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserHardening } from '../../../src/engine/checks/hardening/browser-hardening.ts'
import { internetExplorerDisabled } from '../../../src/engine/checks/hardening/internet-explorer-disabled.ts'
import { lsaProtection } from '../../../src/engine/checks/hardening/lsa-protection.ts'
import { commandLineLogging } from '../../../src/engine/checks/logging/command-line-logging.ts'
import { officeHardening } from '../../../src/engine/checks/office/office-hardening.ts'
import { officeMacrosInternetBlocked } from '../../../src/engine/checks/office/office-macros-internet-blocked.ts'
import type { Check } from '../../../src/engine/model/check.ts'
import { LSA_PROTECTION } from '../../../src/engine/readers/settings/credential-protection.ts'
import { EDGE_HARDENING } from '../../../src/engine/readers/settings/edge-hardening.ts'
import { MACRO_APPLICATIONS, parentOf } from '../../../src/engine/readers/settings/macro-applications.ts'
import { OFFICE_HARDENING } from '../../../src/engine/readers/settings/office-hardening.ts'
import { choice, flattenSettings, type Setting, settingKey } from '../../../src/engine/readers/settings/setting.ts'
import { COMMAND_LINE_LOGGING, INTERNET_EXPLORER_OFF } from '../../../src/engine/readers/settings/windows-hardening.ts'
import { PARAMETERS, tenantOf } from '../snapshot-builder.ts'
import { smallTenant } from '../tenant-builder.ts'

const evaluate = (check: Check, settings: readonly Setting[], version = '10.0.19045.6456') =>
  check.evaluate(tenantOf(smallTenant({ licence: 'e5', version, policies: { Policy: settings } })), PARAMETERS)

/** The same settings under other ids. */
const renamed = (settings: readonly Setting[], rename: (id: string) => string): Setting[] =>
  settings.map(({ definitionId, value, children }) => ({
    definitionId: rename(definitionId),
    value: rename(value),
    ...(children && { children: renamed(children, rename) }),
  }))

test('a setting is the same for devices and for users, and in every version of its template', () => {
  const scopes: readonly (readonly [Check, readonly Setting[], (id: string) => string])[] = [
    [officeHardening, OFFICE_HARDENING, (id) => id.replace(/16v\d~/, '16v9~')],
    [officeHardening, OFFICE_HARDENING, (id) => id.replace('user_', 'device_')],
    [browserHardening, EDGE_HARDENING, (id) => id.replace('device_', 'user_')],
    [browserHardening, EDGE_HARDENING, (id) => id.replace(/edge(v\d+diff)?~policy/, 'edgev99.1diff~policy')],
    [internetExplorerDisabled, INTERNET_EXPLORER_OFF, (id) => id.replace('_v2', '')],
    [internetExplorerDisabled, INTERNET_EXPLORER_OFF, (id) => id.replace('_v2', '_v3')],
  ]
  for (const [check, settings, rename] of scopes) {
    const result = evaluate(check, renamed(settings, rename))
    assert.equal(result.verdict, 'effective', `${check.id}: ${result.observed}`)
  }
})

test('ids of different settings stay different', () => {
  const ids = flattenSettings([...OFFICE_HARDENING, ...EDGE_HARDENING]).map(({ definitionId }) => definitionId)
  assert.equal(new Set(ids.map(settingKey)).size, new Set(ids).size)
  assert.notEqual(
    settingKey('device_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_downloadrestrictions'),
    settingKey(
      'device_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_recommended~downloadrestrictions',
    ),
  )
})

/** Each setting of a list with its stricter options, one at a time. */
const stricter = (settings: readonly Setting[]): { id: string; settings: Setting[] }[] =>
  flattenSettings(settings).flatMap((setting) =>
    (setting.stricter ?? []).map((option) => ({
      id: `${setting.definitionId} ${option}`,
      settings: replaced(settings, setting.definitionId, option),
    })),
  )

const replaced = (settings: readonly Setting[], id: string, option: string): Setting[] =>
  settings.map((setting) => ({
    ...setting,
    ...(setting.definitionId === id && { value: `${id}_${option}` }),
    ...(setting.children && { children: replaced(setting.children, id, option) }),
  }))

test('a stricter setting never lowers a verdict', () => {
  const cases = [
    ...stricter(OFFICE_HARDENING).map((one) => ({ ...one, check: officeHardening })),
    ...stricter(EDGE_HARDENING).map((one) => ({ ...one, check: browserHardening })),
    ...LSA_PROTECTION.options.map((option) => ({
      id: `LSA ${option}`,
      check: lsaProtection,
      settings: [choice(LSA_PROTECTION.settingId, option)],
    })),
    ...['1', '3'].map((option) => ({
      id: `audit ${option}`,
      check: commandLineLogging,
      settings: replaced(COMMAND_LINE_LOGGING, COMMAND_LINE_LOGGING[0]?.definitionId ?? '', option),
    })),
    {
      id: 'macros off',
      check: officeMacrosInternetBlocked,
      settings: MACRO_APPLICATIONS.map(({ warnings }) => choice(parentOf(warnings), '1', choice(warnings, '4'))),
    },
  ]
  assert.ok(cases.length > 20)
  for (const { id, check, settings } of cases) {
    const { coverage, verdict } = evaluate(check, settings)
    assert.deepEqual([verdict, coverage?.n], ['effective', coverage?.of], id)
  }
})
