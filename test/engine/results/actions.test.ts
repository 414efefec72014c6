import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { Exception } from '../../../src/engine/model/exception.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import { type Remedy, WORK } from '../../../src/engine/model/remedy.ts'
import type { AssessmentResult, RequirementResult } from '../../../src/engine/model/result.ts'
import { actionsOf, effortOf } from '../../../src/engine/results/actions.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-05-08T03:11:02Z'

function remedy(
  id: string,
  resolves: { checks?: string[]; requirements?: string[] },
  effort: Remedy['effort'] = 'hours',
) {
  const { checks = [], requirements = [] } = resolves
  const texts = { why: 'Why.', licence: 'None.', usersNotice: 'Nothing.', verified: 'Read.' }
  return { id, title: `Title of ${id}`, checks, requirements, steps: [], effort, documentation: [], ...texts }
}

/** One remedy for each check and each question. */
const ONE_EACH: readonly Remedy[] = [
  ...[...CHECKS.keys()].map((id) => remedy(`check-${id}`, { checks: [id] })),
  ...FRAMEWORKS.flatMap(({ questionnaire }) => questionnaire.sections.flatMap(({ questions }) => questions)).map(
    ({ id }) => remedy(`question-${id}`, { requirements: [id] }),
  ),
]

const holding: CheckResult = {
  verdict: 'effective',
  observed: 'It holds.',
  expected: 'That it holds.',
  evidence: [{ dataset: 'GET /v1.0/users', pointer: '', collectedAt: NOW }],
  limitations: [],
}

function answersTo(framework: Framework, shift: number): Answers {
  const words: readonly Answer[] = ['yes', 'partly', 'no', 'not_applicable']
  const levels: readonly LevelAnswer[] = [1, 2, 3, 4, 5, 'not_applicable']
  const kinds = framework.scoring === 'maturity' ? levels : words
  const given = framework.requirements.map(({ id }, index) => [id, kinds[(index * 7 + shift) % kinds.length]] as const)
  return {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries(given.flatMap(([id, answer]) => (answer === undefined ? [] : [[id, { answer }]]))),
  }
}

const WEAK = readTenant(sampleSnapshot('weak', NOW))

function evaluate(
  framework: Framework,
  options: { answers?: Answers; checks?: ReadonlyMap<string, Check>; exceptions?: readonly Exception[] } = {},
) {
  return evaluateFramework(framework, WEAK, { target: framework.defaultTarget, ...options })
}

/** The answers and checks of a run after this remedy, and nothing else, was carried out. */
function whenDone({ checks, requirements }: Remedy, framework: Framework, answers: Answers | undefined) {
  const best: Answer | LevelAnswer = framework.scoring === 'maturity' ? 3 : 'yes'
  const given = Object.fromEntries(requirements.map((id) => [id, { answer: best, note: 'Done as the remedy says.' }]))
  const replaced = checks.map((id): [string, Check] => [id, { id, version: 1, evaluate: () => holding }])
  return {
    answers: { format: 'plumbline-answers/1' as const, answers: { ...answers?.answers, ...given } },
    checks: new Map([...CHECKS, ...replaced]),
  }
}

/** The score and its ceiling before they are rounded. */
function exact({ groups, requirements, target }: AssessmentResult): { score: number; ceiling: number } {
  const asked = new Set(
    requirements
      .filter((row) => row.levels.includes(target) && row.verdict !== 'not_applicable')
      .map(({ group }) => group),
  )
  const counted = groups.filter(({ id }) => asked.has(id))
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    score: mean(counted.map((group) => group.score)),
    ceiling: mean(counted.map((group) => group.scoreCeiling)),
  }
}

describe('the gain of an action is what the next run shows if it alone is carried out', () => {
  for (const framework of FRAMEWORKS) {
    for (const shift of [undefined, 1]) {
      test(`${framework.id}, ${shift === undefined ? 'without answers' : 'with answers'}`, () => {
        const answers = shift === undefined ? undefined : answersTo(framework, shift)
        const before = evaluate(framework, answers && { answers })
        const actions = actionsOf(before, ONE_EACH)
        assert.ok(actions.length > 10 && actions.some(({ gain }) => gain && gain.ceiling > 0))
        for (const { id, remedy: done, gain, together } of actions) {
          // SCuBA has questions about four of its requirements only.
          if (!done && framework.id === 'scuba-entra') continue
          assert.ok(done, id)
          const after = evaluate(framework, whenDone(done, framework, answers))
          const [now, then] = [exact(before), exact(after)]
          const { score = 0, ceiling = 0 } = gain ?? {}
          const [more, possible] = [then.score - now.score, then.ceiling - now.ceiling]
          if (together.length === 0) {
            assert.ok(Math.abs(score - more) < 1e-9, `${id}: ${score} instead of ${more}`)
            assert.ok(Math.abs(ceiling - possible) < 1e-9, `${id}: ${ceiling} instead of ${possible}`)
            assert.equal(gain?.level?.to ?? before.maturityAchieved, after.maturityAchieved, id)
          }
          // Where other actions are needed as well, a part may be gained earlier, but no more is promised than comes.
          assert.ok(score <= more + 1e-9 && ceiling <= possible + 1e-9, id)
        }
      })
    }
  }
})

test('findings that share a remedy are one action, which gains what all of them lack', () => {
  const before = evaluate(ESSENTIAL_EIGHT)
  const apart = actionsOf(before, ONE_EACH)
  const two = apart
    .filter(({ gain, severity, together }) => gain && severity === 'high' && together.length === 0)
    .slice(0, 2)
  const checks = two.flatMap((action) => action.remedy?.checks ?? [])
  assert.equal(checks.length, 2)
  const actions = actionsOf(before, [remedy('both', { checks }), ...ONE_EACH])
  const both = actions.filter((action) => action.remedy?.checks.some((id) => checks.includes(id)))
  assert.deepEqual(
    both.map(({ id }) => id),
    ['both'],
  )
  const [merged] = both
  const ids = (findings: readonly { id: string }[]): string[] => findings.map(({ id }) => id).toSorted()
  assert.deepEqual(ids(merged?.findings ?? []), ids(two.flatMap(({ findings }) => findings)))
  const sum = two.reduce((total, { gain }) => total + (gain?.ceiling ?? 0), 0)
  assert.ok(merged?.gain && Math.abs(merged.gain.ceiling - sum) < 1e-9)
})

const EXPIRED: Exception = {
  id: 'exc_1',
  kind: 'accepted-risk',
  requirement: 'PR.AA-01',
  reason: 'Accepted last year.',
  approver: 'Ada Park, owner',
  approvedAt: '2025-01-01T00:00:00Z',
  expiresAt: '2025-12-31T00:00:00Z',
}

test('where several checks of a row fall short, each action shows what its own checks found', () => {
  // An exception that has expired changes nothing.
  const result = evaluate(NIST_CSF, { exceptions: [EXPIRED] })
  const findingOf = (check: string) =>
    actionsOf(result, ONE_EACH)
      .find(({ id }) => id === `check-${check}`)
      ?.findings.find(({ id }) => id === 'PR.AA-01')
  const idle = findingOf('privileged-inactivity')
  assert.match(idle?.observed ?? '', /used in the last 45 days/)
  assert.doesNotMatch(idle?.observed ?? '', /Windows LAPS/)
  assert.equal(idle?.affected?.total, 2)
  const passwords = findingOf('local-administrator-passwords')
  assert.match(passwords?.observed ?? '', /Windows LAPS/)
  assert.doesNotMatch(passwords?.observed ?? '', /45 days/)
  assert.equal(passwords?.affected, undefined)
})

test('every finding is part of an action, with its own sentence where no remedy is written', () => {
  for (const framework of FRAMEWORKS) {
    const result = evaluate(framework, { answers: answersTo(framework, 2) })
    for (const remedies of [[], ONE_EACH.filter((_, index) => index % 2 === 0), ONE_EACH]) {
      const actions = actionsOf(result, remedies)
      const listed = new Set(actions.flatMap(({ findings }) => findings.map(({ id }) => id)))
      assert.equal(listed.size, result.findings)
      assert.equal(new Set(actions.map(({ id }) => id)).size, actions.length)
    }
    const [first] = actionsOf(result, [])
    assert.ok(first)
    assert.equal(first.title, result.requirements.find(({ id }) => id === first.id)?.remedy)
    assert.deepEqual([first.remedy, first.effort], [undefined, undefined])
  }
})

test('if an answer fails the requirement, the action has the remedy of the question, not that of a passing check', () => {
  const answers: Answers = { format: 'plumbline-answers/1', answers: { 'ISM-1679': { answer: 'no' } } }
  const checks = new Map(
    [...CHECKS.keys()].map((id): [string, Check] => [id, { id, version: 1, evaluate: () => holding }]),
  )
  const actions = actionsOf(evaluate(ESSENTIAL_EIGHT, { answers, checks }), ONE_EACH)
  assert.deepEqual(
    actions.map(({ id }) => id),
    ['question-ISM-1679'],
  )
  const another = remedy('another-part', { requirements: ['ISM-1679'] })
  const both = actionsOf(evaluate(ESSENTIAL_EIGHT, { answers, checks }), [...ONE_EACH, another])
  assert.deepEqual(
    both.map(({ id, together }) => [id, together]),
    [
      ['question-ISM-1679', ['another-part']],
      ['another-part', ['question-ISM-1679']],
    ],
  )
  assert.ok(
    both.every(({ gain }) => gain === undefined),
    'neither resolves it alone',
  )
  const [alone] = actionsOf(evaluate(ESSENTIAL_EIGHT, { answers, checks }), ONE_EACH)
  assert.ok(alone?.gain && alone.gain.score > 0)
  assert.deepEqual(
    both.map(({ worth }) => worth),
    both.map(() => alone.gain && { score: alone.gain.score / 2, ceiling: alone.gain.ceiling / 2 }),
    'for the order, each has half of what they add together',
  )
  const { score, ceiling } = alone.gain
  assert.deepEqual(
    both.map(({ jointGains }) => jointGains),
    both.map(({ together }) => [{ score, ceiling, with: together }]),
    'each states what both add',
  )
})

test('actions are ordered by severity, whole level gained, points for the effort, shared ones included, then effort', () => {
  for (const framework of FRAMEWORKS) {
    const efforts = ['minutes', 'hours', 'days', 'project'] as const
    const remedies = ONE_EACH.map((one, index) => ({ ...one, effort: efforts[index % 4] ?? 'days' }))
    const actions = actionsOf(evaluate(framework, { answers: answersTo(framework, 0) }), remedies)
    const keys = actions.map((action) => {
      const { severity, gain, worth } = action
      const weight = WORK[effortOf(action)]
      return [
        ['critical', 'high', 'medium', 'low'].indexOf(severity),
        [gain?.level ?? [], gain?.groups ?? []].flat().some(({ from, to }) => Math.floor(to) > Math.floor(from))
          ? 0
          : 1,
        Math.round((-1e6 * (worth?.score ?? 0)) / weight),
        Math.round((-1e6 * (worth?.ceiling ?? 0)) / weight),
        weight,
      ]
    })
    const sorted = keys.toSorted((a, b) => a.map((each, at) => each - (b[at] ?? 0)).find((step) => step !== 0) ?? 0)
    assert.deepEqual(keys, sorted)
  }
})

test('a result of an earlier version has actions without gains', () => {
  const result = evaluate(NIST_CSF)
  const old = (row: RequirementResult): RequirementResult => {
    const { checks: _, answer: __, ...rest } = row
    return rest
  }
  const actions = actionsOf({ ...result, requirements: result.requirements.map(old) }, ONE_EACH)
  assert.equal(new Set(actions.flatMap(({ findings }) => findings.map(({ id }) => id))).size, result.findings)
  assert.ok(actions.every(({ gain }) => gain === undefined))
  assert.ok(actions.some((action) => action.remedy?.checks.length === 1))
})

test('no gain is shown if the result does not add up to its score', () => {
  const result = evaluate(ESSENTIAL_EIGHT)
  assert.ok(actionsOf({ ...result, score: result.score + 7 }, ONE_EACH).every(({ gain }) => gain === undefined))
})
