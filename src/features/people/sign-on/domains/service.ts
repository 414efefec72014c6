import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { newToken } from '../../../../shared/crypto/tokens.ts'
import { Problem } from '../../../../shared/problem.ts'
import { recordChanges } from '../../../audit/service.ts'
import { type PersonActor, toPeopleAccount } from '../../rules.ts'
import { domainOf, MAX_DOMAINS, recordNameOf, recordValueOf, toDomain } from '../rules.ts'
import type { SignOnDomain } from '../schema.ts'
import { lockProvider } from '../store.ts'
import {
  type DomainRow,
  deleteDomainRow,
  findDomainRoute,
  insertDomain,
  listDomainRows,
  updateDomainVerified,
} from './store.ts'

/** The domains of an account, with the records that prove them. */
export async function listDomains(db: Connection, accountId: string): Promise<SignOnDomain[]> {
  return (await listDomainRows(db, accountId)).map(toSignOnDomain)
}

const toSignOnDomain = ({ domain, proof, verifiedAt }: DomainRow): SignOnDomain => ({
  domain,
  recordName: recordNameOf(domain),
  recordValue: recordValueOf(proof),
  ...(verifiedAt && { verifiedAt }),
})

/** Adds a domain that is to be proven. Throws INVALID_FIELD, DUPLICATE_ITEM, LIMIT_REACHED, NOT_FOUND without a provider. */
export async function createDomain(app: App, { session, author }: PersonActor, text: string): Promise<SignOnDomain> {
  const account = toPeopleAccount(session)
  const domain = toDomain(text)
  if (domain === undefined) throw refuse('This is not a domain, such as example.com.')
  const at = app.now()
  const proof = newToken()
  await app.db.transaction().execute(async (tx) => {
    // Additions at once wait here, and count each other.
    if (!(await lockProvider(tx, account.id))) throw new Problem('NOT_FOUND', { message: NO_PROVIDER })
    const known = await listDomainRows(tx, account.id)
    if (!(await insertDomain(tx, { accountId: account.id, domain, proof, at })))
      throw new Problem('DUPLICATE_ITEM', { message: 'The account already has this domain.' })
    if (known.length >= MAX_DOMAINS)
      throw new Problem('LIMIT_REACHED', { message: `An account can have ${MAX_DOMAINS} domains: remove one first.` })
    await recordChanges(tx, author, at, [
      { action: 'signon.domain_added', subject: account.id, owner: account.owner, after: { domain } },
    ])
  })
  return toSignOnDomain({ domain, proof, verifiedAt: null })
}

const NO_PROVIDER = 'Set up the provider first.'

const refuse = (message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field: 'domain', code: 'INVALID_FIELD', message }] })

/** Looks for the record that proves a domain. Throws NOT_FOUND, INVALID_FIELD while it is not there. */
export async function checkDomain(app: App, { session, author }: PersonActor, text: string): Promise<SignOnDomain> {
  const account = toPeopleAccount(session)
  const domain = toDomain(text)
  const row = (await listDomainRows(app.db, account.id)).find((known) => known.domain === domain)
  if (!row) throw new Problem('NOT_FOUND')
  if (row.verifiedAt) return toSignOnDomain(row)
  const name = recordNameOf(row.domain)
  const records = await app.outbound.findText(name)
  if (!records.some((record) => record.trim() === recordValueOf(row.proof)))
    throw refuse(`The TXT record was not found at ${name} yet. New records can take an hour to become visible.`)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    if (!(await updateDomainVerified(tx, account.id, row.domain, at))) return
    await recordChanges(tx, author, at, [
      { action: 'signon.domain_verified', subject: account.id, owner: account.owner, after: { domain: row.domain } },
    ])
  })
  return toSignOnDomain({ ...row, verifiedAt: at })
}

/** Removes a domain: nobody is found by an address in it any more; people who are linked stay linked. Throws NOT_FOUND. */
export async function deleteDomain(app: App, { session, author }: PersonActor, text: string): Promise<void> {
  const account = toPeopleAccount(session)
  const domain = toDomain(text) ?? ''
  await app.db.transaction().execute(async (tx) => {
    if (!(await deleteDomainRow(tx, account.id, domain))) throw new Problem('NOT_FOUND')
    await recordChanges(tx, author, app.now(), [
      { action: 'signon.domain_removed', subject: account.id, owner: account.owner, before: { domain } },
    ])
  })
}

/** Where people with an address in this domain sign in. */
export interface CompanySignIn {
  domain: string
  accountId: string
  /** Of the provider. */
  host: string
  /** Whether they can sign in in no other way. */
  isRequired: boolean
}

/**
 * The provider for an email address, by its domain alone, which somebody has proven to control: whether the address belongs to a
 * person makes no difference. Undefined if there is none.
 */
export async function findCompanySignIn(app: App, email: string): Promise<CompanySignIn | undefined> {
  const domain = domainOf(email)
  const found = domain === undefined ? undefined : await findDomainRoute(app.db, domain)
  if (domain === undefined || !found) return undefined
  const { accountId, issuer, isRequired } = found
  return { domain, accountId, host: new URL(issuer).host, isRequired }
}
