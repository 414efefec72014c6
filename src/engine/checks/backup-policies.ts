import { fields, list, text } from '../json.ts'
import type { Check, CheckResult } from '../model.ts'
import { readDataset } from '../reading.ts'
import { affected, evidenceOf, some, unknown } from './verdict.ts'

const EXPECTED = 'Active backup policies protect Exchange, SharePoint and OneDrive.'

/** Kinds of policy in Microsoft 365 Backup: Graph `protectionPolicyBase`. */
const SERVICES: Readonly<Record<string, string>> = {
  exchangeprotectionpolicy: 'Exchange',
  sharepointprotectionpolicy: 'SharePoint',
  onedriveforbusinessprotectionpolicy: 'OneDrive',
}

type State = 'active' | 'faulty' | 'unsettled' | 'off'

const STATES: Readonly<Record<string, State>> = {
  active: 'active',
  activeWithErrors: 'faulty',
  updating: 'unsettled',
  inactive: 'off',
}
const BEST_FIRST: readonly State[] = ['active', 'faulty', 'unsettled', 'off']

const LIMITATIONS = [
  'Which mailboxes, sites and drives a policy protects is not compared with those that exist.',
  'Backups by other products, and of servers and other systems, are not read; people must tell.',
]

/**
 * Data is backed up as the business needs it (ISM-1511). Read are the policies of Microsoft 365 Backup, for which a
 * permission beyond the usual must be granted. A tenant without any such policy may back up with something else: then
 * there is nothing here to judge, and what people say decides. Policies that were made and do not run are a failure.
 */
export const backupPolicies: Check = {
  id: 'backup-policies',
  version: 1,
  evaluate(tenant) {
    const reading = readDataset(tenant, 'backupPolicies')
    if (!reading.ok) return unknown(reading, EXPECTED)
    const states = new Map<string, State>()
    for (const policy of list(reading.value).map(fields)) {
      const service = SERVICES[text(policy['@odata.type'])?.split('.').at(-1)?.toLowerCase() ?? '']
      const state = STATES[text(policy.status) ?? ''] ?? 'unsettled'
      if (service !== undefined) states.set(service, bestOf(states.get(service), state))
    }
    const result = { expected: EXPECTED, evidence: evidenceOf(reading), limitations: LIMITATIONS }
    if (states.size === 0) {
      return { ...result, verdict: 'not_applicable', observed: 'Microsoft 365 Backup is not used in this tenant.' }
    }
    const services = Object.values(SERVICES)
    const active = services.filter((service) => states.get(service) === 'active')
    const lacking = services.filter((service) => states.get(service) !== 'active')
    return {
      ...result,
      verdict: verdictOfStates(services.map((service) => states.get(service) ?? 'off')),
      coverage: { n: active.length, of: services.length },
      observed: [
        active.length > 0 ? `Backup is active for ${some(active)}.` : 'Backup is active for no service.',
        ...lacking.map((service) => `${service}: ${TOLD[states.get(service) ?? 'none']}.`),
      ].join(' '),
      ...affected(lacking),
    }
  },
}

const TOLD = {
  active: 'active',
  faulty: 'active with errors',
  unsettled: 'being changed',
  off: 'the policy is not active',
  none: 'no policy',
} as const

const bestOf = (known: State | undefined, state: State): State =>
  BEST_FIRST.find((candidate) => candidate === known || candidate === state) ?? state

/** Nothing is protected: a failure. Something is: partial. A policy that is just being changed may go either way. */
function verdictOfStates(states: readonly State[]): CheckResult['verdict'] {
  if (states.every((state) => state === 'active')) return 'effective'
  const running = states.some((state) => state === 'active' || state === 'faulty')
  if (!states.includes('unsettled')) return running ? 'partial' : 'ineffective'
  return running && states.some((state) => state === 'off' || state === 'faulty') ? 'partial' : 'no_visibility'
}
