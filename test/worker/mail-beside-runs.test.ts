import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMails } from '../../src/features/mail/sending/service.ts'
import { startApi } from '../harness/api.ts'
import { controlledCollect } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { createRun } from '../runs/follow.ts'
import { openWorker, QUICK } from '../runs/workers.ts'

test('mails are sent and periodic tasks run while endless runs occupy every slot', async () => {
  const sent: string[] = []
  await using api = await startApi({ mailer: { check: async () => {}, send: async ({ to }) => void sent.push(to) } })
  const acme = await api.as('acme')
  const { collect, nth } = controlledCollect()
  await createRun(acme)
  await using _worker = await openWorker(api, collect, { ...QUICK, concurrency: 1 })
  const { finish } = await nth(0)
  sent.length = 0
  const old = Date.now() - 3_600_000
  await api.db
    .insertInto('rate_windows')
    .values({ key: 'old', times: [old], newest: old })
    .execute()
  assert.equal((await acme.post('/v1/partner/keys')).status, 201)
  await eventually('the email about the key', async () => {
    const mails = await listMails(api.app, 10)
    // An email about the account's first key may have been sent before.
    return (
      sent.includes('admin@acme.example') && mails.some((mail) => mail.kind === 'key-created' && mail.status === 'sent')
    )
  })
  assert.ok(sent.includes('admin@acme.example'))
  await eventually('the periodic task', async () => {
    const left = await api.db.selectFrom('rate_windows').select('key').where('key', '=', 'old').execute()
    return left.length === 0
  })
  finish()
})
