import assert from 'node:assert/strict'
import { getMail, listMails } from '../../src/features/mail/sending/service.ts'
import type { Api } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { eventually } from '../runs/eventually.ts'
import { waitForEnd } from '../runs/follow.ts'
import { makeCustomer } from './fixture.ts'
import { codeIn, linkIn, type Visitor, visitorOf } from './visitor.ts'

export interface Invited {
  customerId: string
  email: string
  /** The path of the link in the email. */
  link: string
}

/** Completes a run of the customer; returns its id. */
export async function assess(client: Client, customerId: string, product = 'essential-eight'): Promise<string> {
  const run = await client.post('/v1/partner/assessments', { customerId, product })
  assert.equal(run.status, 202, run.text)
  assert.equal((await waitForEnd(client, run.body.id)).status, 'completed')
  return run.body.id
}

let made = 0

/** A customer whose first run has invited its one recipient. */
export async function invite(
  api: Api,
  client: Client,
  { product, ...more }: { product?: string; name?: string; tenantId?: string } = {},
): Promise<Invited> {
  made += 1
  const email = `ada${made}@bellbird.example`
  const customerId = await makeCustomer(client, { name: `Bellbird ${made}`, questionnaireRecipients: [email], ...more })
  await assess(client, customerId, product)
  return { customerId, email, link: linkIn(await mailTo(api, email, 'questionnaire-invitation')) }
}

/** Waits for a mail of a kind to an address, and returns the newest. */
export async function mailTo(api: Api, email: string, kind: string): Promise<{ text: string }> {
  return await eventually(`a mail of ${kind} to ${email}`, async () => {
    const found = (await listMails(api.app, 200)).find((mail) => mail.kind === kind && mail.to === email)
    return found && { text: (await getMail(api.app, found.id)).text ?? '' }
  })
}

/** A visitor who has entered the first code for the link. */
export async function enter(api: Api, { link, email }: Invited): Promise<Visitor> {
  const visitor = visitorOf(api)
  await visitor.post(`${link}/code`)
  const entered = await visitor.post(`${link}/enter`, { code: codeIn(await mailTo(api, email, 'questionnaire-code')) })
  assert.equal(entered.status, 303, entered.text)
  return visitor
}
