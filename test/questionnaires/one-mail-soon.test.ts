import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { getMail, listMails } from '../../src/features/mail/sending/service.ts'
import { startApi } from '../harness/api.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { askSamples, makeCustomer } from './fixture.ts'
import { assess } from './invitation-fixture.ts'

askSamples()
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, new Date().toISOString())
const api = await startApi({ worker: true, collect, limits: { invitationWaitMinutes: 4 / 60 } })
after(() => api[Symbol.asyncDispose]())

test('an email that waited is sent when its time is over, not at the next full minute, and covers all runs', async () => {
  const acme = await api.as('acme')
  const email = 'ada@bellbird.example'
  const customerId = await makeCustomer(acme, { questionnaireRecipients: [email] })
  const startedMs = performance.now()
  await Promise.all(['essential-eight', 'nist-csf'].map((product) => assess(acme, customerId, product)))
  const invitations = async () =>
    (await listMails(api.app, 50)).filter(({ kind }) => kind === 'questionnaire-invitation')
  const sent = await eventually('a released invitation', async () =>
    (await invitations()).find(({ status }) => status === 'outbox'),
  )
  assert.ok(performance.now() - startedMs < 15_000)
  assert.match((await getMail(api.app, sent.id)).text ?? '', /\nEssential Eight: [\s\S]*\nNIST /)
  assert.deepEqual((await invitations()).map(({ status }) => status).toSorted(), ['merged', 'outbox'])
})
