import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dataset } from '../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../src/engine/datasets/dataset.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import { listInvitees } from '../../src/features/questionnaires/invitations/service.ts'
import { findingsOf, packFindings, unpackFindings } from '../../src/features/questionnaires/suggestions/rules.ts'
import type { Posture } from '../../src/simulator/tenants/tenants.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { makeCustomer, pathOf, questionOf } from './fixture.ts'
import { assess, enter, invite, mailTo } from './invitation-fixture.ts'

const READ_AT = '2026-05-08T03:11:02.000Z'
const NOW = new Date('2026-05-09T08:00:00.000Z')

let posture: Posture = 'strong'
let now = NOW
/** Dataset that the tenant refuses. */
let refused: string | undefined
const collect = async ({ tenantId }: { tenantId: string }) => {
  const { responses, ...snapshot } = sampleSnapshot(posture, READ_AT)
  const refusal = { status: 403, collectedAt: READ_AT, error: { code: 'Forbidden', message: 'refused' } }
  const key = refused && snapshotKey(dataset(refused))
  return { ...snapshot, tenantId, responses: { ...responses, ...(key && { [key]: refusal }) } }
}
const api = await startApi({ worker: true, now: () => now, collect })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

const { requirements, questionnaire } = ESSENTIAL_EIGHT
const AUTOMATIC = new Set(requirements.filter(({ mode }) => mode === 'automatic').map(({ id }) => id))
const QUESTIONS = questionnaire.scope.length + questionnaire.sections.flatMap(({ questions }) => questions).length

/** Decided by policies in Intune, which takes a licence. */
const CONTROL = 'ISM-0843'

const viewOf = async (customerId: string): Promise<Json> => (await acme.get(pathOf(customerId))).body

const askedIn = (view: Json): string[] =>
  view.sections.flatMap(({ questions }: Json) => questions.map(({ id }: Json) => id))

const automaticIn = (view: Json): string[] => askedIn(view).filter((id) => AUTOMATIC.has(id))

test('before the first run, people are not asked questions that a tenant usually decides alone', async () => {
  const view = await viewOf(await makeCustomer(acme))
  assert.deepEqual(automaticIn(view), [])
  assert.deepEqual([view.progress.of, view.open], [QUESTIONS - AUTOMATIC.size, QUESTIONS - AUTOMATIC.size])
  assert.ok(view.sections.every(({ questions }: Json) => questions.length > 0))
})

test('a question that the latest run left open is asked and counts as open, until a run reads it', async () => {
  const id = await makeCustomer(acme)
  posture = 'unlicensed'
  await assess(acme, id)
  const open = await viewOf(id)
  assert.ok(automaticIn(open).includes(CONTROL))
  assert.equal(open.open, QUESTIONS - AUTOMATIC.size + automaticIn(open).length)
  posture = 'strong'
  await assess(acme, id)
  const read = await viewOf(id)
  assert.deepEqual(automaticIn(read), [])
  assert.equal(read.open, QUESTIONS - AUTOMATIC.size)
})

test('a question stays in the questionnaire while its answer counts, even after a run that read the tenant', async () => {
  const id = await makeCustomer(acme)
  posture = 'unlicensed'
  await assess(acme, id)
  await acme.put(pathOf(id), {
    answers: [{ id: CONTROL, answer: 'yes', note: 'Another product controls applications.' }],
  })
  await assess(acme, id)
  const reported = await viewOf(id)
  assert.equal(questionOf(reported, CONTROL).current.note, 'Another product controls applications.')
  assert.equal(reported.progress.answered, 1)
  posture = 'strong'
  await assess(acme, id)
  const read = await viewOf(id)
  assert.deepEqual([automaticIn(read), read.progress.answered], [[CONTROL], 1])
  now = new Date('2027-06-01T00:00:00.000Z')
  const expired = await viewOf(id)
  now = NOW
  assert.deepEqual([automaticIn(expired), expired.progress.answered], [[], 0])
})

test('an answer to a question that is not asked is accepted and shown', async () => {
  const id = await makeCustomer(acme)
  const saved = await acme.put(pathOf(id), { answers: [{ id: CONTROL, answer: 'no' }] })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual([questionOf(saved.body, CONTROL).current.answer, saved.body.progress.answered], ['no', 1])
})

test('the page and the invitation have the same questions as the API', async () => {
  refused = 'configurationPolicies'
  const invited = await invite(api, acme)
  refused = undefined
  const visitor = await enter(api, invited)
  const view = await viewOf(invited.customerId)
  const { text } = await visitor.get(invited.link)
  const shown = new Set([...text.matchAll(/name="answer\.([^"]+)"/g)].map(([, id]) => id))
  assert.deepEqual([...shown].sort(), askedIn(view).sort())
  assert.ok(automaticIn(view).includes(CONTROL))
  const [invitee] = await listInvitees(api.app, view.invitation.id)
  assert.deepEqual(
    invitee?.questionnaires.map(({ open }) => open),
    [view.open],
  )
})

test('a run that leaves something open after everything was answered invites people again', async () => {
  const email = 'ines@bellbird.example'
  const id = await makeCustomer(acme, { name: 'Bellbird again', questionnaireRecipients: [email] })
  const answers = askedIn(await viewOf(id)).map((each) => ({ id: each, answer: 'yes' }))
  const saved = await acme.put(pathOf(id), { answers })
  assert.equal(saved.status, 200, saved.text)
  posture = 'strong'
  await assess(acme, id)
  const answered = await viewOf(id)
  assert.deepEqual([answered.open, answered.invitation], [0, undefined])
  posture = 'unlicensed'
  await assess(acme, id)
  posture = 'strong'
  const view = await viewOf(id)
  assert.ok(view.open > 0)
  const invitees = await listInvitees(api.app, view.invitation.id)
  assert.deepEqual(
    invitees.map(({ email, questionnaires }) => [email, questionnaires[0]?.open]),
    [[email, view.open]],
  )
  assert.ok(await mailTo(api, email, 'questionnaire-invitation'))
  const none = await makeCustomer(acme, { name: 'Bellbird without recipients' })
  await assess(acme, none)
  assert.equal((await viewOf(none)).invitation, undefined)
})

const row = (id: string, parts: Partial<RequirementResult>): RequirementResult => ({
  id,
  group: 'one',
  statement: 'It holds.',
  levels: [1],
  mode: 'automatic',
  verdict: 'effective',
  observed: 'It was read.',
  expected: 'It holds.',
  remedy: 'Fix it.',
  limitations: [],
  evidence: [],
  ...parts,
})

test('a run leaves a question open if it could not read the setting, did not find it, or used an answer', () => {
  const rows = [
    row('seen', { basis: 'seen' }),
    row('contrary', { verdict: 'ineffective', basis: 'contrary' }),
    row('absent', { verdict: 'ineffective', basis: 'absent' }),
    row('reported', { basis: 'reported' }),
    row('blind', { verdict: 'no_visibility', basis: 'blind' }),
    row('unlicensed', { verdict: 'not_licensed', basis: 'blind' }),
    row('elsewhere', { mode: 'partial', verdict: 'not_assessed' }),
  ]
  const none = { format: 'plumbline-answers/1', answers: {} } as const
  const found = findingsOf(ESSENTIAL_EIGHT, { requirements: rows }, none, NOW)
  assert.deepEqual(found.leftOpen, ['absent', 'reported', 'blind', 'unlicensed'])
  assert.deepEqual(unpackFindings(packFindings(found)), found)
})

test('a result of a version that did not record open questions leaves none open', () => {
  assert.deepEqual(unpackFindings('{"suggestions":[],"contradictions":[]}').leftOpen, [])
})
