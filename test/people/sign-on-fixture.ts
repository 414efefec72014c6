import assert from 'node:assert/strict'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { startCompanyLink } from '../../src/features/people/sign-on/attempts/service.ts'
import { checkDomain, createDomain } from '../../src/features/people/sign-on/domains/service.ts'
import { setProvider, setSignOnRules } from '../../src/features/people/sign-on/provider/service.ts'
import type { Api } from '../harness/api.ts'
import { actorOf, makePerson, type Reply, type Surfer, surferOf, type TestPerson } from './fixture.ts'
import { CLIENT, type Claims, type TestProvider } from './openid-provider.ts'

/** The claims of a person whose address is verified. */
export const verified = (email: string, sub = `subject of ${email}`): Claims => ({ sub, email, email_verified: true })

/** Replaces DNS: the TXT records that exist. */
export function ownRecords({ app }: Api): Map<string, string[]> {
  const records = new Map<string, string[]>()
  app.outbound = { ...app.outbound, findText: async (name) => records.get(name) ?? [] }
  return records
}

/** Signs in through the provider of an account, as a person with these claims. */
export async function signInAs(
  api: Api,
  provider: TestProvider,
  accountId: string,
  claims: Claims,
  surfer: Surfer = surferOf(api),
): Promise<{ surfer: Surfer; reply: Reply }> {
  const { status, location, text } = await surfer.get(`/sign-in/company/${accountId}?next=%2Fkeys`)
  assert.equal(status, 303, text)
  return { surfer, reply: await surfer.get(provider.signIn(location ?? '', claims)) }
}

/** Sets up the provider of an account and a domain; this owner tests it. */
export async function setUp(
  api: Api,
  provider: TestProvider,
  owner: TestPerson,
  { name, domain, records }: { name: string; domain?: string; records: Map<string, string[]> },
): Promise<void> {
  const { actor } = await actorOf(api, owner)
  await setProvider(api.app, actor, { issuer: provider.issuerOf(name), ...CLIENT })
  const { reply } = await linkAs(api, provider, owner, verified(owner.email))
  assert.deepEqual([reply.status, reply.location], [303, '/sign-on'], reply.text)
  if (domain === undefined) return
  const { recordName, recordValue } = await createDomain(api.app, actor, domain)
  records.set(recordName, ['another', recordValue])
  assert.ok((await checkDomain(api.app, actor, domain)).verifiedAt)
}

/** Links a signed-in person to an identity of the provider, as owners also do to test it. */
export async function linkAs(
  api: Api,
  provider: TestProvider,
  person: TestPerson,
  claims: Claims,
): Promise<{ surfer: Surfer; reply: Reply }> {
  const { token, actor } = await actorOf(api, person)
  const surfer = surferOf(api)
  surfer.cookies.set(SESSION_COOKIE, token)
  const url = await startCompanyLink(api.app, actor.session)
  return { surfer, reply: await surfer.get(provider.signIn(url, claims)) }
}

/** Requires the provider for everybody except one owner. */
export async function requireProvider(api: Api, owner: TestPerson, exempt: TestPerson): Promise<void> {
  const { actor } = await actorOf(api, owner)
  await setSignOnRules(api.app, actor, { isRequired: true, exemptPersonId: exempt.id })
}

let accounts = 0

/** A new account with an owner. */
export async function makeAccount(api: Api): Promise<{ accountId: string; owner: TestPerson; domain: string }> {
  const name = `company${accounts++}`
  const { partnerId: accountId } = await api.partner(name)
  const domain = `${name}.example`
  return { accountId, domain, owner: await makePerson(api, accountId, { email: `owner@${domain}` }) }
}
