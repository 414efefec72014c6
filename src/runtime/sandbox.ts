import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findAccount, requireDistributor } from '../features/accounts/service.ts'
import { setSandboxApprovals } from '../features/approvals/service.ts'
import { createAssessment } from '../features/assessments/service.ts'
import { createCustomer } from '../features/customers/service.ts'
import { createDistributor } from '../features/distributors/service.ts'
import { createKey, toPartnerKeyAccount } from '../features/keys/service.ts'
import { createActivePartner } from '../features/partners/operator/service.ts'
import { createPasswordHash, savePassword } from '../features/people/passwords/service.ts'
import { createPerson } from '../features/people/service.ts'
import { createReportLink } from '../features/reports/service.ts'
import { changeTerms } from '../features/settlement/terms/service.ts'
import { localCertificate } from '../platform/certificates.ts'
import type { Principal } from '../shared/actor.ts'
import { type Fields, fields, list, parseJson, text } from '../shared/json.ts'
import { PLAN_NAMES } from '../shared/plans.ts'
import { Problem } from '../shared/problem.ts'
import { OPEN_TENANT_IDS, SAMPLE_TENANTS } from '../simulator/tenants/tenants.ts'
import { certificateHosts, type Runtime } from './runtime.ts'

const SANDBOX: Principal = { kind: 'operator', id: 'sandbox' }

/** Everything that a script needs to use the sandbox; written to `sandbox.json`. */
interface SandboxFile {
  apiUrl: string
  appUrl: string
  caFile: string
  distributor: SandboxAccount
  partners: (SandboxAccount & { plan: string })[]
  tenants: { tenantId: string; posture: string }[]
}

interface SandboxAccount {
  id: string
  key: string
  /** An owner of the account, who can sign in to the portal. */
  signIn: SignIn
}

interface SignIn {
  email: string
  password: string
}

/** Approves every partner for the sample tenants; outside the sandbox, revokes the approvals of an earlier sandbox. */
export const approveSandboxTenants = ({ app }: Runtime, isSandbox: boolean): Promise<void> =>
  setSandboxApprovals(app, SANDBOX, isSandbox ? OPEN_TENANT_IDS : [])

/** Creates the sample accounts and a first run on the first start, and prints how to use them. */
export async function prepareSandbox(runtime: Runtime): Promise<void> {
  const { app, settings, baseUrl } = runtime
  const file = join(settings.dataDir, 'sandbox.json')
  const { caFile } = await localCertificate(settings.dataDir, certificateHosts(settings, baseUrl))
  const addresses = { apiUrl: baseUrl, appUrl: app.appUrl, caFile }
  const known = await readSandbox(runtime, file)
  const accounts = known ?? (await createAccounts(runtime))
  const { distributor, partners, sampleRun } = accounts
  const signIns = accounts.signIns.size > 0 ? accounts.signIns : await createPeople(runtime, accounts)
  const signInOf = (id: string): SignIn => signIns.get(id) ?? { email: '', password: '' }
  const content: SandboxFile & { sampleRun: string } = {
    ...addresses,
    distributor: { ...distributor, signIn: signInOf(distributor.id) },
    partners: partners.map((partner) => ({ ...partner, signIn: signInOf(partner.id) })),
    sampleRun,
    tenants: SAMPLE_TENANTS.map(({ tenantId, posture }) => ({ tenantId, posture })),
  }
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  console.log(known ? formatLaterStart(content, file) : formatFirstStart(content, file))
  // The sample customer may have been deleted, and its run with it.
  const report = await createReportLink(app, sampleRun).catch(() => undefined)
  if (report !== undefined) console.log(`Report of the sample run: ${report}`)
  console.log(app.mailer ? '' : 'Email is stored, not sent. Read it with: npx plumbline mail\n')
}

interface Accounts {
  distributor: { id: string; key: string }
  partners: { id: string; key: string; plan: string }[]
  /** By account id; empty before the first start of this version. */
  signIns: ReadonlyMap<string, SignIn>
  sampleRun: string
}

/** An owner of each sample account, all with one password. */
async function createPeople(
  { app }: Runtime,
  { distributor, partners }: Pick<Accounts, 'distributor' | 'partners'>,
): Promise<Map<string, SignIn>> {
  const password = (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-')
  const hash = await createPasswordHash(app, DISTRIBUTOR_EMAIL, password)
  const owners = [
    ...partners.map(({ id, plan }) => ({ accountId: id, email: partnerEmail(plan) })),
    { accountId: distributor.id, email: DISTRIBUTOR_EMAIL },
  ]
  const at = app.now()
  for (const { accountId, email } of owners) {
    const account = await findAccount(app, accountId)
    await app.db.transaction().execute(async (tx) => {
      const id = await createPerson(tx, SANDBOX, account, { email, name: CONTACT_NAME, role: 'owner' }, at)
      await savePassword(tx, id, hash, at)
    })
  }
  return new Map(owners.map(({ accountId, email }) => [accountId, { email, password }]))
}

const DISTRIBUTOR_EMAIL = 'ops@meridian.example'
const CONTACT_NAME = 'Sam Sample'
const partnerEmail = (plan: string): string => `admin@${plan}.example`

async function createAccounts({ app }: Runtime): Promise<Accounts> {
  const distributor = await createDistributor(app, SANDBOX, {
    company: 'Meridian Distribution',
    email: DISTRIBUTOR_EMAIL,
  })
  // By default, a distributor bills its partners itself.
  if (app.stripe) await changeTerms(app, SANDBOX, distributor.id, { processorBilling: true })
  const owner = { partnerId: null, distributorId: distributor.id }
  const { key } = await createKey(app, SANDBOX, { kind: 'distributor', id: distributor.id, owner })
  const partners = []
  let sampleRun = ''
  for (const [index, plan] of PLAN_NAMES.entries()) {
    const company = ['Northwind Managed IT', 'Contour Cloud Services', 'Summit Cyber Partners'][index] ?? plan
    const input = { company, email: partnerEmail(plan), name: CONTACT_NAME, plan, distributorId: distributor.id }
    const actor = await createActivePartner(app, SANDBOX, input)
    const created = await createKey(app, SANDBOX, toPartnerKeyAccount(actor))
    partners.push({ id: actor.partnerId, key: created.key, plan })
    if (plan !== 'enterprise') continue
    const tenant = SAMPLE_TENANTS.find(({ posture }) => posture === 'typical')
    if (!tenant) throw new Error('no sample tenant is typical')
    const customer = await createCustomer(app, actor, { name: tenant.name, tenantId: tenant.tenantId })
    sampleRun = (await createAssessment(app, actor, { customerId: customer.id, product: 'essential-eight' })).id
  }
  return { distributor: { id: distributor.id, key }, partners, signIns: new Map(), sampleRun }
}

function readSignIn(id: unknown, { email, password }: Fields): [string, SignIn][] {
  const [account, address, secret] = [text(id), text(email), text(password)]
  if (account === undefined || address === undefined || secret === undefined) return []
  return [[account, { email: address, password: secret }]]
}

/** The accounts of an earlier start, if they are still in the database. */
async function readSandbox({ app }: Runtime, file: string): Promise<Accounts | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const found = fields(parseJson(content))
  const distributor = { id: text(fields(found.distributor).id) ?? '', key: text(fields(found.distributor).key) ?? '' }
  const partners = list(found.partners).map((item) => {
    const { id, key, plan } = fields(item)
    return { id: text(id) ?? '', key: text(key) ?? '', plan: text(plan) ?? '' }
  })
  const signIns = new Map([
    ...[found.distributor, ...list(found.partners)].flatMap((item) =>
      readSignIn(fields(item).id, fields(fields(item).signIn)),
    ),
    // The format of earlier versions.
    ...list(found.people).flatMap((item) => readSignIn(fields(item).accountId, fields(item))),
  ])
  const sampleRun = text(found.sampleRun) ?? ''
  try {
    await requireDistributor(app.db, distributor.id)
    return { distributor, partners, signIns, sampleRun }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return undefined
  }
}

function formatFirstStart(content: SandboxFile, file: string): string {
  const { apiUrl, caFile, distributor, partners, tenants } = content
  const enterprise = partners.find(({ plan }) => plan === 'enterprise')
  const tenantId = tenants.find(({ posture }) => posture === 'weak')?.tenantId ?? ''
  const call = `curl -sS --cacert ${quoteForShell(caFile)} -H 'X-Partner-Key: ${enterprise?.key ?? ''}'`
  const json = "-H 'Content-Type: application/json'"
  const idOf = `sed -n 's/.*"id":"\\([a-z]*_[0-9a-z]*\\)".*/\\1/p'`
  return `
This sandbox has sample accounts and simulated tenants. Its keys, also in ${file}:
${partners.map(({ plan, key }) => `  partner, ${plan.padEnd(13)} ${key}`).join('\n')}
  distributor            ${distributor.key}

${formatPortal(content)}

Try it: the account, a customer on a sample tenant, a run, and its result.
  ${call} ${apiUrl}/api/v1/partner/me
  CUSTOMER=$(${call} ${json} -d '{"name":"Driftwood Hospitality","tenantId":"${tenantId}"}' ${apiUrl}/api/v1/partner/customers | ${idOf})
  RUN=$(${call} ${json} -d "{\\"customerId\\":\\"$CUSTOMER\\",\\"product\\":\\"essential-eight\\"}" ${apiUrl}/api/v1/partner/assessments | ${idOf})
  sleep 5; ${call} ${apiUrl}/api/v1/partner/assessments/$RUN

Documentation: ${content.appUrl}/docs
`
}

const formatLaterStart = (content: SandboxFile, file: string): string =>
  `\nThe sandbox's accounts are those of the first start: see ${file}.\n${formatPortal(content)}\nDocumentation: ${content.appUrl}/docs\n`

/** Where to sign in, and with which account. */
function formatPortal({ appUrl, distributor, partners }: SandboxFile): string {
  const enterprise = partners.find(({ plan }) => plan === 'enterprise')
  return `The portal: ${appUrl}/sign-in
  partner                ${enterprise?.signIn.email}
  distributor            ${distributor.signIn.email}
  password of both       ${distributor.signIn.password}`
}

/** Quotes a word for the shell if it needs quotes. */
const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
