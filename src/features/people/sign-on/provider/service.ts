import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { ProviderFailure } from '../../../../platform/openid/failure.ts'
import { loadProvider } from '../../../../platform/openid/load.ts'
import type { ProviderClient } from '../../../../platform/openid/provider.ts'
import type { PersonSession } from '../../../../shared/actor.ts'
import { openRow, sealRow } from '../../../../shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../../shared/crypto/sealed-columns.ts'
import { Problem } from '../../../../shared/problem.ts'
import { recordChanges } from '../../../audit/service.ts'
import { ownerColumnsOf, type PeopleAccount, type PersonActor, toPeopleAccount } from '../../rules.ts'
import { requireActiveAccount } from '../../service.ts'
import { notifyOfSessions } from '../../sessions/service.ts'
import { listDomains } from '../domains/service.ts'
import { getOwnLink, listLinks } from '../links/service.ts'
import { deleteLinks } from '../links/store.ts'
import { companyPathOf, type FactorClaim, returnPathOf } from '../rules.ts'
import type { NewProvider, OwnLink, SignOn, SignOnRules, SignOnTest } from '../schema.ts'
import {
  deleteOtherSessions,
  deleteProviderRow,
  deleteProviderSessions,
  findProvider,
  insertProvider,
  listOwners,
  lockOwner,
  lockProvider,
  type ProviderRow,
  updateProvider,
} from '../store.ts'
import { readTest } from './test-result.ts'

const SECRET = SEALED_COLUMNS.providerSecret

/** How an account's people sign in: its provider, what it has tested and requires, its domains and who is linked. */
export async function getSignOn(app: App, account: PeopleAccount): Promise<SignOn> {
  const [row, owners, domains, people] = await Promise.all([
    findProvider(app.db, account.id),
    listOwners(app.db, account.id),
    listDomains(app.db, account.id),
    listLinks(app.db, account.id),
  ])
  const factor = row && factorOf(row)
  const test = row && readTest(row.test)
  return {
    redirectUri: app.appUrl + returnPathOf(account.id),
    signInUrl: app.appUrl + companyPathOf(account.id),
    ...(row && {
      provider: {
        issuer: row.issuer,
        clientId: row.client_id,
        changedAt: row.changed_at,
        ...(row.tested_at && { testedAt: row.tested_at }),
        ...(test && { test }),
      },
    }),
    ...(factor && { factor }),
    isRequired: row?.is_required ?? false,
    ...(row?.exempt_person_id != null && { exemptPersonId: row.exempt_person_id }),
    owners,
    domains,
    people,
  }
}

const factorOf = ({ factor_claim: claim, factor_value: value }: ProviderRow): FactorClaim | undefined =>
  (claim === 'amr' || claim === 'acr') && value !== null ? { claim, value } : undefined

/** A provider as sign-ins use it. */
export interface OpenProvider {
  client: ProviderClient
  /** Whether it signs people in: an owner has tried it since it was changed. */
  isTested: boolean
  isRequired: boolean
  factor: FactorClaim | undefined
}

/** The provider of an account with its secret; undefined if it has none. */
export async function getProvider(app: App, accountId: string): Promise<OpenProvider | undefined> {
  const row = await findProvider(app.db, accountId)
  if (!row) return undefined
  const { issuer, client_id: clientId } = row
  const clientSecret = openSecret(app, row)
  return {
    client: { issuer, clientId, clientSecret },
    isTested: row.tested_at !== null,
    isRequired: row.is_required,
    factor: factorOf(row),
  }
}

/** Whether an account's provider is the only way to sign in; undefined if it signs nobody in. */
export async function getProviderUse(db: Connection, accountId: string): Promise<{ isRequired: boolean } | undefined> {
  const row = await findProvider(db, accountId)
  return row?.tested_at ? { isRequired: row.is_required } : undefined
}

/** How the signed-in person uses the provider of the account. */
export async function getOwnCompanyLink(db: Connection, { personId, account }: PersonSession): Promise<OwnLink> {
  const [row, link] = await Promise.all([findProvider(db, account.id), getOwnLink(db, personId)])
  return {
    isOffered: row?.tested_at != null,
    isRequired: row?.is_required === true && row.exempt_person_id !== personId,
    ...(link && { link }),
  }
}

const openSecret = (app: App, { account_id: accountId, client_secret: sealed }: ProviderRow): string =>
  openRow(app.secrets, SECRET, [accountId], sealed).toString()

/**
 * Sets or changes the provider of the signed-in person's account, after reading its metadata. A change has to be tested again, and
 * ends the requirement to use it. With another issuer or client, those who are linked are unlinked, because they would be other
 * people there, and sessions that began through it end. Throws INVALID_FIELD.
 */
export async function setProvider(
  app: App,
  { session, author }: PersonActor,
  { issuer: typed, clientId, clientSecret }: NewProvider,
): Promise<void> {
  const account = toPeopleAccount(session)
  const known = await findProvider(app.db, account.id)
  // Another server must not get the secret of this one.
  const secret = clientSecret ?? (known && known.issuer === typed ? openSecret(app, known) : undefined)
  if (secret === undefined) throw refuse('clientSecret', 'Enter the secret of this client.')
  const issuer = await requireIssuer(app, { issuer: toIssuer(typed), clientId, clientSecret: secret })
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    await requireActiveAccount(tx, account)
    const before = await lockProvider(tx, account.id)
    const row = {
      issuer,
      client_id: clientId,
      client_secret: sealRow(app.secrets, SECRET, [account.id], secret),
      changed_at: at,
      tested_at: null,
      test: null,
      is_required: false,
    }
    if (before) await updateProvider(tx, account.id, row)
    else await insertProvider(tx, { account_id: account.id, ...ownerColumnsOf(account), ...row })
    const isOther = before !== undefined && (before.issuer !== issuer || before.client_id !== clientId)
    const unlinked = isOther ? await deleteLinks(tx, account.id) : 0
    const endedSessions = isOther ? await endProviderSessions(tx, account.id) : 0
    await recordChanges(tx, author, at, [
      {
        action: 'signon.provider_set',
        subject: account.id,
        owner: account.owner,
        ...(before && {
          before: { issuer: before.issuer, clientId: before.client_id, isRequired: before.is_required },
        }),
        after: {
          issuer,
          clientId,
          isRequired: false,
          hasNewSecret: clientSecret !== undefined,
          unlinked,
          endedSessions,
        },
      },
    ])
  })
}

const refuse = (field: string, message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })

/** People paste the address of the metadata, which the issuer is the beginning of. */
const toIssuer = (typed: string): string => typed.trim().replace(/\/\.well-known\/openid-configuration$/, '')

async function requireIssuer(app: App, client: ProviderClient): Promise<string> {
  if (!URL.canParse(client.issuer) || new URL(client.issuer).protocol !== 'https:')
    throw refuse('issuer', 'The issuer must begin with https://.')
  const { search, hash, username, password } = new URL(client.issuer)
  if (search !== '' || hash !== '' || username !== '' || password !== '')
    throw refuse('issuer', 'The issuer must not contain a query or a user name.')
  try {
    const { findIssuer } = await loadProvider()
    const issuer = await findIssuer(app.outbound, client)
    // Microsoft's `common` and `organizations` stand for all of its tenants, and anybody can have one.
    if (/[{}]|%7b/i.test(issuer) || !URL.canParse(issuer))
      throw refuse('issuer', 'This is a multi-tenant address: use the one with the id of your own tenant.')
    return issuer
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw refuse('issuer', error.message)
  }
}

/** Removes the provider with its domains and links, and ends the sessions that began through it. Throws NOT_FOUND. */
export async function deleteProvider(app: App, { session, author }: PersonActor): Promise<void> {
  const account = toPeopleAccount(session)
  await app.db.transaction().execute(async (tx) => {
    const before = await lockProvider(tx, account.id)
    if (!before || !(await deleteProviderRow(tx, account.id))) throw new Problem('NOT_FOUND')
    const endedSessions = await endProviderSessions(tx, account.id)
    await recordChanges(tx, author, app.now(), [
      {
        action: 'signon.provider_removed',
        subject: account.id,
        owner: account.owner,
        before: { issuer: before.issuer, clientId: before.client_id, isRequired: before.is_required },
        after: { endedSessions },
      },
    ])
  })
}

async function endProviderSessions(tx: Connection, accountId: string): Promise<number> {
  const ended = await deleteProviderSessions(tx, accountId)
  await notifyOfSessions(tx, ended)
  return ended.length
}

/**
 * Sets what counts as a second factor, and whether people can sign in through the provider only. That ends the sessions that began
 * in another way, except those of the exempt owner. Throws NOT_FOUND without a provider, INVALID_FIELD.
 */
export async function setSignOnRules(
  app: App,
  { session, author }: PersonActor,
  { isRequired, exemptPersonId, factor }: SignOnRules,
): Promise<void> {
  const account = toPeopleAccount(session)
  await app.db.transaction().execute(async (tx) => {
    // Locks people before the account, in the same order as a sign-in.
    const exempt = exemptPersonId === undefined ? undefined : await lockOwner(tx, account.id, exemptPersonId)
    const row = await lockProvider(tx, account.id)
    if (!row) throw new Problem('NOT_FOUND', { message: 'Set up the provider first.' })
    if (exemptPersonId !== undefined && !exempt)
      throw refuse('exemptPersonId', 'Choose an owner of the account who has a password or a passkey.')
    if (isRequired && row.tested_at === null) throw refuse('isRequired', 'Test the sign-in first.')
    if (isRequired && !exempt) throw refuse('exemptPersonId', 'Choose the owner who can sign in without the provider.')
    await updateProvider(tx, account.id, {
      is_required: isRequired,
      exempt_person_id: exempt?.id ?? null,
      factor_claim: factor?.claim ?? null,
      factor_value: factor?.value ?? null,
    })
    const ended = isRequired && exempt ? await deleteOtherSessions(tx, account.id, exempt.id) : []
    await notifyOfSessions(tx, ended)
    const before = { isRequired: row.is_required, exemptPersonId: row.exempt_person_id, factor: factorOf(row) ?? null }
    const after = {
      isRequired,
      exemptPersonId: exempt?.id ?? null,
      factor: factor ?? null,
      endedSessions: ended.length,
    }
    await recordChanges(tx, author, app.now(), [
      { action: 'signon.rules_changed', subject: account.id, owner: account.owner, before, after },
    ])
  })
}

/** Records in the caller's transaction that an owner has signed in through the provider as it is set up now. */
export async function recordTest(
  tx: Connection,
  account: PeopleAccount,
  { author, session }: PersonActor,
  { test, client, at }: { test: SignOnTest; client: Pick<ProviderClient, 'issuer' | 'clientId'>; at: Date },
): Promise<void> {
  const row = await lockProvider(tx, account.id)
  // Changed meanwhile: this sign-in says nothing about what is there now.
  if (row?.issuer !== client.issuer || row.client_id !== client.clientId || session.role !== 'owner') return
  await updateProvider(tx, account.id, { tested_at: at, test: JSON.stringify(test) })
  await recordChanges(tx, author, at, [
    { action: 'signon.tested', subject: account.id, owner: account.owner, after: { issuer: row.issuer, ...test } },
  ])
}
