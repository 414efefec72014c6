import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../src/engine/model/check.ts'
import * as build from '../intune-builder.ts'
import { refused } from '../snapshot-builder.ts'
import { evaluate } from './device-settings-fixture.ts'

const base64 = (content: string) => Buffer.from(content).toString('base64')
const PEOPLE_MUST_ANSWER = 'an image or another tool may do what no script does, so people must answer'

/** The verdicts that a check of remediation scripts never returns. */
export const SCRIPTS_ALONE = { ineffective: PEOPLE_MUST_ANSWER, partial: PEOPLE_MUST_ANSWER }

/** Tests a check that looks for a remediation script with this content. */
export function testRemediationScript(check: Check, content: string): void {
  const id = build.groupId(9)
  const script = (assignments: readonly unknown[], displayName = 'Script') => ({
    deviceHealthScripts: [{ id, displayName, assignments }],
  })
  const full = { [`deviceHealthScript/${id}`]: { id, remediationScriptContent: base64(content) } }
  const run = { ...build.allDevices, runRemediationScript: true }

  test(`${check.id}: a remediation script on every device is effective`, () => {
    assert.equal(evaluate(check, { ...script([run]), ...full }).verdict, 'effective')
  })
  test(`${check.id}: a script written in UTF-16 is read as well`, () => {
    const remediationScriptContent = Buffer.from(content, 'utf16le').toString('base64')
    const result = evaluate(check, { ...script([run]), [`deviceHealthScript/${id}`]: { remediationScriptContent } })
    assert.equal(result.verdict, 'effective')
  })
  test(`${check.id}: too few devices, or none, prove nothing, and people must answer`, () => {
    const some = evaluate(check, {
      ...script([run, build.without(1)]),
      ...full,
      ...build.usersIn(1, 0, 5),
    })
    assert.deepEqual([some.verdict, some.kind], ['no_visibility', 'absent'])
    assert.match(some.observed, /5 of 10/)
    assert.equal(evaluate(check, {}).kind, 'absent')
    assert.equal(evaluate(check, { deviceHealthScripts: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
  test(`${check.id}: a script that only detects, is unassigned, or only has the right name is not counted`, () => {
    const detecting = script([{ ...run, runRemediationScript: false }])
    for (const values of [{ ...detecting, ...full }, { ...script([]), ...full }, script([run], content)]) {
      assert.equal(evaluate(check, values).kind, 'absent')
    }
  })
}
