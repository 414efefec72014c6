import { setTimeout as sleep } from 'node:timers/promises'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import { createAssessment, getRun } from '../../src/features/assessments/service.ts'
import { createCustomer } from '../../src/features/customers/service.ts'
import { createDistributor } from '../../src/features/distributors/service.ts'
import { createKey, toDistributorKeyAccount, toPartnerKeyAccount } from '../../src/features/keys/service.ts'
import { createActivePartner } from '../../src/features/partners/operator/service.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import type { Address } from '../send.ts'
import type { Target } from '../target.ts'
import { HOSTILE_TENANTS } from './hostile-tenants.ts'

/** The resources of an attacker: plain data, for the attackers' thread. */
export interface AttackerSetup {
  address: Address
  /** Keys of the attacker's own partner and distributor. */
  partnerKey: string
  distributorKey: string
  runId: string
  /** Path of the signed link to the attacker's own report. */
  reportPath: string
  /** Customers of the attacker's own, approved hostile tenants; `name` says what they do. */
  hostileCustomers: { id: string; name: string }[]
}

const OPERATOR = { kind: 'operator', id: 'attack' } as const
const POLL_MS = 200
const RUN_LIMIT_MS = 120_000
const POSTURE = 'weak'

/** An attacker's accounts, with a completed run, and the key of a healthy client. */
export async function setUpAttacker({
  address,
  runtime: { app },
}: Target): Promise<{ setup: AttackerSetup; healthyKey: string }> {
  const makePartner = async (company: string) => {
    const input = { company, email: `admin@${company}.example`, name: 'Admin', plan: 'enterprise' } as const
    const actor = await createActivePartner(app, OPERATOR, input)
    return { actor, key: (await createKey(app, OPERATOR, toPartnerKeyAccount(actor))).key }
  }
  const [healthy, attacker] = [await makePartner('healthy'), await makePartner('attacker')]
  const { id: distributorId } = await createDistributor(app, OPERATOR, {
    company: 'Attacker',
    email: 'ops@attacker.example',
  })
  const account = toDistributorKeyAccount({ kind: 'distributor', id: distributorId, distributorId })
  const { key: distributorKey } = await createKey(app, OPERATOR, account)
  const tenantId = SAMPLE_TENANTS.find(({ posture }) => posture === POSTURE)?.tenantId ?? ''
  const customer = await createCustomer(app, attacker.actor, { name: 'Own customer', tenantId })
  const run = await createAssessment(app, attacker.actor, { customerId: customer.id, product: 'essential-eight' })
  const untilMs = Date.now() + RUN_LIMIT_MS
  while ((await getRun(app, attacker.actor, run.id)).status !== 'completed') {
    if (Date.now() > untilMs) throw new Error('the run of the attacker was not completed in time')
    await sleep(POLL_MS)
  }
  const { pathname, search } = new URL(await createReportLink(app, run.id))
  const hostileCustomers = []
  for (const hostile of HOSTILE_TENANTS) {
    await grantByOperator(app, OPERATOR, attacker.actor.partnerId, hostile.tenantId)
    const { id } = await createCustomer(app, attacker.actor, { name: hostile.name, tenantId: hostile.tenantId })
    hostileCustomers.push({ id, name: hostile.name })
  }
  const reportPath = pathname + search
  const setup = { address, partnerKey: attacker.key, distributorKey, runId: run.id, reportPath, hostileCustomers }
  return { setup, healthyKey: healthy.key }
}
