import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationBlocklist } from '../../../../src/engine/checks/application-control/application-blocklist.ts'
import * as build from '../../intune-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { appControl, builtIn, catalogue, evaluate, supplemental, USER_MODE, uploaded, watching } from './fixture.ts'

reachesEveryVerdict(applicationBlocklist)

const BLOCKED = ['bginfo', 'cdb', 'csi', 'dnx', 'msbuild', 'mshta', 'rcsi', 'wmic']
const denials = (names: readonly string[]) => names.map((name) => `<Deny ID="D" FileName="${name}.exe" />`).join('')

test('the recommended block rules count if they are complete and enforced, whatever else the policy allows', () => {
  const check = applicationBlocklist
  const rules = `<Allow ID="ID_ALLOW_A_1" FileName="*" />${denials(BLOCKED)}`
  const verdict = (xml: string) => evaluate(check, catalogue(uploaded(xml))).verdict
  assert.equal(verdict(appControl([USER_MODE], rules)), 'effective')
  assert.equal(verdict(appControl([USER_MODE, 'Enabled:Audit Mode'], rules)), 'no_visibility')
  assert.equal(verdict(appControl([USER_MODE], denials(BLOCKED.slice(1)))), 'ineffective')
  const nine = uploaded(appControl([USER_MODE], rules), [build.allDevices, build.without(1)])
  const one = uploaded(appControl([USER_MODE]), [build.group(1)])
  assert.equal(evaluate(check, { ...catalogue(nine, one), ...build.usersIn(1, 0, 1) }).verdict, 'partial')
})

test('the block rules count alongside other policies on the same device, whatever those allow', () => {
  const rules = uploaded(appControl([USER_MODE], `<Allow ID="ID_ALLOW_A_1" FileName="*" />${denials(BLOCKED)}`))
  for (const xml of [appControl([USER_MODE]), supplemental('<Allow ID="A" FileName="*" />')]) {
    const other = uploaded(xml, undefined, { id: 'other' })
    assert.equal(evaluate(applicationBlocklist, catalogue(rules, other)).verdict, 'effective')
  }
  const supplement = uploaded(supplemental(denials(BLOCKED), [USER_MODE]))
  assert.notEqual(evaluate(applicationBlocklist, catalogue(supplement)).verdict, 'effective')
})

test('the built-in policy does not show what it blocks, so the block rules are unknown with it', () => {
  const check = applicationBlocklist
  assert.equal(evaluate(check, catalogue(builtIn())).verdict, 'no_visibility')
  assert.equal(evaluate(check, catalogue(watching())).kind, 'absent')
  assert.equal(evaluate(check, {}).kind, 'absent')
  assert.equal(evaluate(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
})
