import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { getMail, listMails } from '../../src/features/mail/sending/service.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { assertProblem, fieldsAtFault } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'
import { makeCustomer } from '../questionnaires/fixture.ts'
import { enter, type Invited, invite } from '../questionnaires/invitation-fixture.ts'
import { type Page, visitorOf } from '../questionnaires/visitor.ts'
import { png } from '../reports/pictures.ts'
import { eventually } from '../runs/eventually.ts'
import { tenantIdOf } from '../runs/follow.ts'
import { previewer } from './previewing.ts'

const collect = async ({ tenantId }: { tenantId: string }) => ({
  ...sampleSnapshot('typical', new Date().toISOString()),
  tenantId,
})
const api = await startApi({ worker: true, collect })
const { preview, close } = previewer(api)
after(async () => {
  await close()
  await api[Symbol.asyncDispose]()
})
const client = await api.as('acme')

const BRAND = '/v1/partner/brand'
const CONTACT = { email: 'help@contour.example', phone: '+61 2 5550 1234', website: 'https://www.contour.example/' }
const SHOWN = /help@contour\.example.*\+61 2 5550 1234.*contour\.example/s
const COLOUR = '#7a1fa2'

const logo = { type: 'image/png', data: png(60, 20).toString('base64') }
const set = await client.put(BRAND, { name: 'Contour Security', colour: COLOUR, logo, contact: CONTACT })
assert.equal(set.status, 200, set.text)

/** That a page has the look, and a policy that lets browsers show it. */
function assertLook({ text, headers }: Page, name: string): void {
  assert.match(text, new RegExp(`<img class="logo"[^>]*><strong>${name}</strong>`))
  assert.match(text, SHOWN)
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? []
  assert.ok(style.includes(`--accent: ${COLOUR}`))
  const policy = String(headers['content-security-policy'])
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`), policy)
  assert.ok(policy.includes('img-src data:'), policy)
}

async function htmlOf(email: string, kind: string): Promise<string> {
  return await eventually(`a mail of ${kind}`, async () => {
    const found = (await listMails(api.app, 200)).find((mail) => mail.kind === kind && mail.to === email)
    return found && (await getMail(api.app, found.id)).html
  })
}

function assertMailLook(html: string, name: string, logoUrl = 'cid:logo'): void {
  assert.ok(html.includes(`<img src="${logoUrl}"`))
  assert.ok(html.includes(`>${name}</td>`), name)
  assert.ok(html.includes(`background-color:${COLOUR}; color:#ffffff`))
  assert.match(html, SHOWN)
}

let invited: Invited | undefined
const invitation = async (): Promise<Invited> => (invited ??= await invite(api, client))

test('a contact is stored, read and removed, and anything else is refused', async () => {
  const globex = await api.as('globex')
  assert.deepEqual((await globex.put(BRAND, { contact: { email: ' a@b.example ', phone: '' } })).body.contact, {
    email: 'a@b.example',
  })
  for (const [field, value] of [
    ['email', 'nobody'],
    ['email', 'a@b.example, c@d.example'],
    ['phone', 'call me'],
    ['website', 'http://contour.example'],
    ['website', 'https://user:secret@contour.example'],
    ['website', 'javascript:alert(1)'],
  ] as const) {
    const answer = await globex.put(BRAND, { contact: { [field]: value } })
    assertProblem(answer, 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(answer.body.error), [`contact.${field} INVALID_FIELD`])
  }
  assert.deepEqual((await globex.get(BRAND)).body.contact, { email: 'a@b.example' })
  assert.equal((await globex.put(BRAND, { contact: null })).body.contact, undefined)
})

test('unknown fields of a contact are ignored, whatever their value', async () => {
  const globex = await api.as('globex')
  for (const extra of [null, 1, ['a'], { trim: 1 }]) {
    const answer = await globex.put(BRAND, { contact: { email: 'c@b.example', extra } })
    assert.deepEqual([answer.status, answer.body.contact], [200, { email: 'c@b.example' }])
  }
  await globex.put(BRAND, { contact: null })
})

test('a questionnaire has the partner’s branding, before and after the code', async () => {
  const asked = await invitation()
  assertLook(await visitorOf(api).get(asked.link), 'Contour Security')
  const visitor = await enter(api, asked)
  const questions = await visitor.get(asked.link)
  assertLook(questions, 'Contour Security')
  assert.match(questions.text, /progress::-webkit-progress-value \{ background: var\(--accent\); \}/)
})

test('the consent page has the partner’s branding and the name of the company that is approved', async () => {
  const { company } = (await client.get('/v1/partner/me')).body
  const customerId = await makeCustomer(client, { tenantId: tenantIdOf('no-consent') })
  const { body } = await client.post(`/v1/partner/customers/${customerId}/consent-link`)
  const page = await visitorOf(api).get(new URL(body.url).pathname)
  assertLook(page, company)
  assert.match(page.text, new RegExp(`<bdi>${company}</bdi> asks to assess your tenant`))
})

test('mails to customers have the partner’s branding, and call the partner by the name of its reports', async () => {
  const { email } = await invitation()
  const html = await htmlOf(email, 'questionnaire-invitation')
  assertMailLook(html, 'Contour Security')
  assert.ok(html.includes('Contour Security assesses '))
  assert.ok(!html.includes((await client.get('/v1/partner/me')).body.company))
})

test('the preview shows an email, a questionnaire and the consent page in the look of the form, as customers get them', async () => {
  const { partnerId } = await api.partner('globex')
  const { company } = (await (await api.as('globex')).get('/v1/partner/me')).body
  const owner = await signIn(api, partnerId)
  const form = {
    name: 'Contour Security',
    colour: COLOUR,
    logoType: logo.type,
    logoData: logo.data,
    contactEmail: CONTACT.email,
    contactPhone: CONTACT.phone,
    contactWebsite: CONTACT.website,
  }
  const show = (page: string) => preview(owner, { ...form, page })
  const email = (await show('email')).text
  assertMailLook(email, 'Contour Security', `data:image/png;base64,${logo.data}`)
  assert.ok(email.includes('Contour Security assesses Sample customer against Essential Eight.'))
  const questionnaire = await show('questionnaire')
  assertLook(questionnaire, 'Contour Security')
  assert.match(questionnaire.text, /<html lang="en" class="script">/, 'as browsers with scripts show it')
  const approval = await show('approval')
  assertLook(approval, company)
  assert.match(approval.text, new RegExp(`<bdi>${company}</bdi> asks to assess your tenant`))
})
