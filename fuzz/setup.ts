import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { grantByOperator } from '../src/features/approvals/service.ts'
import { createDistributor } from '../src/features/distributors/service.ts'
import { createKey, toDistributorKeyAccount, toPartnerKeyAccount } from '../src/features/keys/service.ts'
import { getMail, listMails } from '../src/features/mail/sending/service.ts'
import { createActivePartner } from '../src/features/partners/operator/service.ts'
import { createReportLink } from '../src/features/reports/service.ts'
import { newId } from '../src/shared/ids.ts'
import { fields, text, texts } from '../src/shared/json.ts'
import type { Plan } from '../src/shared/plans.ts'
import { type Posture, SAMPLE_TENANTS } from '../src/simulator/tenants/tenants.ts'
import { makePictures } from './pictures.ts'
import type { Target } from './target.ts'
import { type Account, remember, type World } from './world.ts'

/** Creates accounts, customers and completed runs in a new service, so that every operation can succeed. */

const OPERATOR = { kind: 'operator', id: 'fuzz' } as const
const RUN_LIMIT_MS = 120_000
const POLL_MS = 100
/** Different from the tenant of the sandbox's own first run. */
const POSTURES = ['partial', 'unlicensed'] as const

export async function prepareWorld(target: Target): Promise<World> {
  const world = await openWorld(target)
  await using caller = openCaller(target)
  const partners = world.accounts.filter(({ kind }) => kind === 'partner')
  const distributor = world.accounts.find(({ kind }) => kind === 'distributor')
  const owner = partners.find(({ id }) => id === target.sandbox.partners.find(({ plan }) => plan === 'enterprise')?.id)
  if (!owner || !distributor) throw new Error('expected a distributor and a partner on enterprise in the sandbox')
  const others = partners.filter((partner) => partner !== owner).slice(0, POSTURES.length)
  // Each tenant once: the simulator throttles two concurrent runs of a tenant.
  const runs = await Promise.all([
    assess(caller, world, owner, 'weak', 'essential-eight'),
    assess(caller, world, owner, 'strong', 'nist-csf'),
    ...others.map((partner, index) => assess(caller, world, partner, POSTURES[index], 'essential-eight')),
  ])
  const [run] = runs
  if (!run) throw new Error('no run was created')
  world.links.report = await pathOf(createReportLink(target.runtime.app, run))
  const visit = await enterQuestionnaire(target, caller)
  world.links.visit = visit.path
  world.cookie = visit.cookie
  world.links.activation = await makeActivationLink(target, caller, distributor)
  const [customer] = world.things.get('customers')?.filter(({ partnerId }) => partnerId === owner.id) ?? []
  const consent = await caller.call(owner, 'POST', `/customers/${customer?.id}/consent-link`)
  world.links.consent = new URL(text(consent.url) ?? 'https://localhost').pathname
  return world
}

/** The sandbox's accounts, more partners of its distributor, and another distributor with a partner. */
async function openWorld({ runtime: { app }, sandbox }: Target): Promise<World> {
  const accounts: Account[] = []
  const protectedIds = new Set<string>()
  const add = (kind: Account['kind'], id: string, key: string, partnerIds: string[]): void => {
    accounts.push({ kind, id, keys: new Map([[1, key]]), partnerIds: new Set(partnerIds), changing: Promise.resolve() })
    for (const partnerId of partnerIds) protectedIds.add(partnerId)
  }
  const makePartner = async (distributorId: string, plan: Plan): Promise<string> => {
    const input = {
      company: `Fuzzed ${plan}`,
      email: `admin@${newId('prt')}.example`,
      name: 'Fuzz',
      plan,
      distributorId,
    }
    const actor = await createActivePartner(app, OPERATOR, input)
    const { key } = await createKey(app, OPERATOR, toPartnerKeyAccount(actor))
    add('partner', actor.partnerId, key, [actor.partnerId])
    return actor.partnerId
  }
  for (const { id, key } of sandbox.partners) add('partner', id, key, [id])
  const more = await makePartner(sandbox.distributor.id, 'enterprise')
  add('distributor', sandbox.distributor.id, sandbox.distributor.key, [...sandbox.partners.map(({ id }) => id), more])
  const { id: otherId } = await createDistributor(app, OPERATOR, { company: 'Other', email: 'ops@other.example' })
  const other = toDistributorKeyAccount({ kind: 'distributor', id: otherId, distributorId: otherId })
  const { key: otherKey } = await createKey(app, OPERATOR, other)
  add('distributor', otherId, otherKey, [await makePartner(otherId, 'enterprise')])
  // Besides the sandbox's approvals, which are for all partners: a partner can withdraw only its own.
  for (const { kind, id } of accounts)
    if (kind === 'partner')
      for (const { tenantId } of SAMPLE_TENANTS) await grantByOperator(app, OPERATOR, id, tenantId)
  const world: World = {
    accounts,
    things: new Map(),
    protectedIds,
    products: ['essential-eight', 'nist-csf'],
    questions: new Map(),
    requirements: [],
    cursors: new Map(),
    etags: [],
    pictures: await makePictures(),
    links: { report: '', visit: '', activation: '', consent: '' },
    cookie: '',
  }
  for (const { kind, id } of accounts)
    if (kind === 'partner')
      remember(world, 'partners', { id, partnerId: id, parents: { partners: id }, status: 'active' })
  return world
}

interface Caller extends AsyncDisposable {
  call(account: Account, method: 'GET' | 'POST', path: string, body?: unknown): Promise<ReturnType<typeof fields>>
  form(path: string, form: Record<string, string>, cookie?: string): Promise<{ status: number; cookie: string }>
}

/** Calls that must succeed. */
function openCaller({ address: { host, port, ca } }: Target): Caller {
  const dispatcher = new Agent({ connect: { ca, servername: 'localhost' } })
  const origin = `https://${host}:${port}`
  return {
    async call({ kind, keys }, method, path, body) {
      const { statusCode, body: answer } = await request(`${origin}/api/v1/${kind}${path}`, {
        dispatcher,
        method,
        headers: {
          [kind === 'partner' ? 'x-partner-key' : 'x-distributor-key']: [...keys.values()][0] ?? '',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const value: unknown = await answer.json()
      if (statusCode >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
      return fields(value)
    },
    async form(path, form) {
      const { statusCode, headers, body } = await request(origin + path, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      })
      await body.dump()
      const cookie = text(headers['set-cookie']) ?? texts(headers['set-cookie'])[0] ?? ''
      return { status: statusCode, cookie: cookie.split(';')[0] ?? '' }
    },
    [Symbol.asyncDispose]: () => dispatcher.close(),
  }
}

let assessed = 0

/** A customer with a sample tenant and a completed run; returns the id of the run. */
async function assess(
  caller: Caller,
  world: World,
  partner: Account,
  posture: Posture | undefined,
  product: string,
): Promise<string> {
  const tenant = SAMPLE_TENANTS.find((candidate) => candidate.posture === posture)
  assessed += 1
  const customer = await caller.call(partner, 'POST', '/customers', {
    name: tenant?.name,
    tenantId: tenant?.tenantId,
    receivers: [`receiver${assessed}@customer.example`],
    questionnaireRecipients: [`person${assessed}@customer.example`],
  })
  const customerId = text(customer.id) ?? ''
  const { id } = await caller.call(partner, 'POST', '/assessments', { customerId, product })
  const runId = text(id) ?? ''
  await eventually(`the run of ${posture} is completed`, async () => {
    const { status } = await caller.call(partner, 'GET', `/assessments/${runId}`)
    if (status === 'failed') throw new Error(`the run of ${posture} failed`)
    return status === 'completed'
  })
  for (const id of [customerId, runId]) world.protectedIds.add(id)
  const parents = { partners: partner.id, customers: customerId }
  remember(world, 'customers', { id: customerId, partnerId: partner.id, parents: { partners: partner.id } })
  remember(world, 'assessments', { id: runId, partnerId: partner.id, parents, status: 'completed' })
  return runId
}

/** Opens a questionnaire with the link and the code from its recipient's mails. */
async function enterQuestionnaire(target: Target, caller: Caller): Promise<{ path: string; cookie: string }> {
  const path = await findInMail(target, 'questionnaire-invitation', /https:\/\/[^/\s]+(\/q\/[\w-]{43})\b/)
  await caller.form(`${path}/code`, {})
  const code = await findInMail(target, 'questionnaire-code', /^(\d{3} \d{3})$/m)
  const { status, cookie } = await caller.form(`${path}/enter`, { code: code.replace(' ', '') })
  if (status !== 303 || cookie === '') throw new Error(`the response to the code of the questionnaire was ${status}`)
  return { path, cookie }
}

async function makeActivationLink(target: Target, caller: Caller, distributor: Account): Promise<string> {
  await caller.call(distributor, 'POST', '/partners', {
    company: 'Awaited',
    email: 'admin@awaited.example',
    name: 'Ada',
    plan: 'starter',
    billing: { currency: 'AUD' },
  })
  return await findInMail(target, 'activation', /https:\/\/[^/\s]+(\/activate\/[\w-]+)/)
}

/** The first group of the pattern in the newest mail of this kind that matches. */
async function findInMail({ runtime: { app } }: Target, kind: string, form: RegExp): Promise<string> {
  return await eventually(`a mail of ${kind}`, async () => {
    const mail = (await listMails(app, 200)).find((candidate) => candidate.kind === kind)
    const [, found] = form.exec((mail && (await getMail(app, mail.id)).text) ?? '') ?? []
    return found
  })
}

async function pathOf(link: Promise<string>): Promise<string> {
  const { pathname, search } = new URL(await link)
  return pathname + search
}

async function eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const untilMs = Date.now() + RUN_LIMIT_MS
  while (Date.now() < untilMs) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(POLL_MS)
  }
  throw new Error(`timed out after ${RUN_LIMIT_MS / 1000} s, waiting for: ${what}`)
}
