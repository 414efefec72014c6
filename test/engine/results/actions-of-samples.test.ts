import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { splitAnswer } from '../../../src/engine/evaluation/answer-notes.ts'
import type { AssessmentResult, RequirementResult } from '../../../src/engine/model/result.ts'
import { REMEDIES } from '../../../src/engine/remedies/catalogue.ts'
import { actionsOf } from '../../../src/engine/results/actions.ts'
import { causesOf, isMetInTenant } from '../../../src/engine/results/causes.ts'
import { sentencesOf } from '../../../src/shared/text/sentences.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

/** What to do about the findings of all sample tenants by every framework. */

const results = (await tenantReports()).map(({ tenant, framework, report }) => ({
  name: `${framework}, ${tenant}`,
  result: report.result,
}))

const decisive = ({ checks = [] }: RequirementResult) => checks.filter(({ proves }) => proves !== 'hint')

const remediesOf = (check: string): string[] =>
  REMEDIES.flatMap(({ id, checks }) => (checks.includes(check) ? [id] : []))

/** The rows of a result that are findings because of people's answer, at least in part. */
const answeredShort = (result: AssessmentResult): RequirementResult[] =>
  result.requirements.filter((row) => row.severity && causesOf(row, result).some(({ kind }) => kind === 'answer'))

for (const { name, result } of results) {
  describe(name, () => {
    const actions = actionsOf(result)
    const actionsFor = (row: RequirementResult) =>
      actions.filter(({ findings }) => findings.some(({ id }) => id === row.id))

    test('an answer that nothing does it never hides how the tenant can do it', () => {
      for (const row of answeredShort(result)) {
        const lacking = decisive(row).filter(
          ({ kind, verdict }) => kind === 'absent' || (kind === 'blind' && verdict === 'not_licensed'),
        )
        for (const { id } of lacking) {
          const remedies = remediesOf(id)
          const its = actionsFor(row).map((action) => action.id)
          assert.ok(remedies.length === 0 || its.some((one) => remedies.includes(one)), `${row.id}: ${id}`)
        }
      }
    })

    test('an action refers to those that do a part of it, and these to what they need', () => {
      const ids = new Set(actions.map(({ id }) => id))
      assert.equal(ids.size, actions.length, 'each action once')
      for (const { id, ways, findings, gain, together } of actions) {
        for (const way of ways) {
          const other = actions.find((one) => one.id === way)
          assert.ok(other && way !== id && other.together.includes(id), `${id}: ${way}`)
        }
        const isOnlyWay = findings.every(({ isWay }) => isWay)
        if (isOnlyWay) assert.ok(together.length > 0 && (!gain || gain.groups.length === 0), id)
      }
    })

    test('what does a part in Microsoft 365 stands only on the action that alone does what an answer lacks', () => {
      const answerersOf = (requirement: string): string[] =>
        REMEDIES.flatMap(({ id, requirements }) => (requirements.includes(requirement) ? [id] : []))
      for (const { id, ways, findings } of actions) {
        for (const way of ways) {
          const shared = actions.find((one) => one.id === way)?.findings.map((finding) => finding.id) ?? []
          const its = findings
            .filter((finding) => shared.includes(finding.id))
            .map((finding) => answerersOf(finding.id))
          assert.ok(
            its.some((all) => all.length <= 1 && all.every((one) => one === id)),
            `${id}: ${way}`,
          )
        }
      }
    })

    test('an action shows only what the checks found that it fixes', () => {
      for (const { id, findings } of actions) {
        for (const finding of findings) {
          const row = result.requirements.find((one) => one.id === finding.id && one.severity)
          const others = (row ? decisive(row) : []).filter((check) => check.found && !remediesOf(check.id).includes(id))
          const own = (row ? decisive(row) : []).filter((check) => remediesOf(check.id).includes(id))
          const allowed = own.flatMap(({ found }) => sentencesOf(found?.observed ?? ''))
          for (const { found, id: check } of others) {
            const [first = ''] = sentencesOf(found?.observed ?? '')
            assert.ok(allowed.includes(first) || !finding.observed.includes(first), `${id}, ${finding.id}: ${check}`)
          }
        }
      }
    })

    test('an action that does what the answer lacks says what its checks found, not what is met', () => {
      for (const { id, findings } of actions) {
        for (const finding of findings.filter(({ isWay }) => isWay)) {
          const row = result.requirements.find((one) => one.id === finding.id && one.severity)
          const own = (row ? decisive(row) : []).filter((check) => check.found && remediesOf(check.id).includes(id))
          const found = own.flatMap((check) => sentencesOf(check.found?.observed ?? ''))
          const isStated = found.some((sentence) => finding.observed.includes(sentence))
          assert.ok(own.length === 0 || isStated, `${id}, ${finding.id}: ${finding.observed}`)
        }
      }
    })

    test('where the tenant does its part, the finding is one of the answer alone, and says so', () => {
      for (const row of result.requirements.filter((one) => one.severity && isMetInTenant(one))) {
        assert.deepEqual(
          causesOf(row, result).map(({ kind }) => kind),
          ['answer'],
        )
        for (const { findings } of actionsFor(row)) {
          const finding = findings.find(({ id }) => id === row.id)
          assert.ok(finding?.isMet && splitAnswer(finding.observed).given, row.id)
        }
      }
    })
  })
}

test('the sample tenants have all of these cases', () => {
  const weak = results.find(({ name }) => name === 'nist-csf, weak-answered')?.result
  assert.ok(weak)
  const actions = actionsOf(weak)
  for (const id of [
    'manage-local-administrator-passwords',
    'encrypt-the-disks-of-computers',
    'take-up-every-defender-incident',
  ]) {
    const action = actions.find((one) => one.id === id)
    assert.ok(action?.remedy?.steps.length, id)
    assert.ok(
      actions.some(({ ways }) => ways.includes(id)),
      `an action of an answer refers to ${id}`,
    )
  }
  assert.ok(results.some(({ result }) => result.requirements.some((row) => row.severity && isMetInTenant(row))))
})
