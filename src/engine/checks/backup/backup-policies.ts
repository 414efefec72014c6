import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import { evidenceOf } from '../../readers/results/result.ts'
import { listed } from '../../readers/results/sentences.ts'

const EXPECTED =
  'All that the business needs is backed up: Exchange, SharePoint and OneDrive by active policies, or by another product.'

/** Kinds of policy in Microsoft 365 Backup: Graph `protectionPolicyBase`. */
const SERVICES: Readonly<Record<string, string>> = {
  exchangeprotectionpolicy: 'Exchange',
  sharepointprotectionpolicy: 'SharePoint',
  onedriveforbusinessprotectionpolicy: 'OneDrive',
}

type State = 'active' | 'faulty' | 'changing' | 'off'

const STATES: Readonly<Record<string, State>> = {
  active: 'active',
  activeWithErrors: 'faulty',
  updating: 'changing',
  inactive: 'off',
}
const BEST_FIRST: readonly State[] = ['active', 'faulty', 'changing', 'off']

const LIMITATIONS = [
  'Which mailboxes, sites and drives a policy protects is not compared with those that exist.',
  'Backups by other products, and of servers and other systems, are not read.',
]

/**
 * Data is backed up as the business needs it (ISM-1511). Reads the policies of Microsoft 365 Backup, a small part of
 * that: most organisations use another product, only people know what the business needs, and a trial policy that was
 * never switched on proves nothing about the product in use. So this reading is only shown beside people's answer: it
 * is never a failure, because the backup may be elsewhere, and never a pass.
 */
export const backupPolicies: Check = {
  id: 'backup-policies',
  version: 3,
  evaluate(tenant) {
    const reading = readDataset(tenant, 'backupPolicies')
    const result = { verdict: 'no_visibility', expected: EXPECTED, evidence: evidenceOf(reading) } as const
    if (!reading.ok) {
      const observed = 'Whether Microsoft 365 Backup is used was not read; other products may make the backups.'
      return { ...result, kind: 'blind', observed, limitations: [reading.reason, ...LIMITATIONS] }
    }
    const states = new Map<string, State>()
    for (const policy of list(reading.value).map(fields)) {
      const service = SERVICES[text(policy['@odata.type'])?.split('.').at(-1)?.toLowerCase() ?? '']
      const state = STATES[text(policy.status) ?? ''] ?? 'changing'
      if (service !== undefined) states.set(service, bestOf(states.get(service), state))
    }
    return { ...result, kind: 'absent', observed: describe(states), limitations: LIMITATIONS }
  },
}

function describe(states: ReadonlyMap<string, State>): string {
  if (states.size === 0) return 'Microsoft 365 Backup is not used in this tenant; other products may make the backups.'
  const services = Object.values(SERVICES)
  const active = services.filter((service) => states.get(service) === 'active')
  const lacking = services.filter((service) => states.get(service) !== 'active')
  return [
    `Microsoft 365 Backup is active for ${active.length > 0 ? listed(active) : 'no service'}.`,
    ...lacking.map((service) => `${service}: ${DESCRIPTIONS[states.get(service) ?? 'none']}.`),
    ...(lacking.length > 0 ? ['Other products may back up what is missing here.'] : []),
  ].join(' ')
}

const DESCRIPTIONS = {
  active: 'active',
  faulty: 'active with errors',
  changing: 'being changed',
  off: 'the policy is not active',
  none: 'no policy',
} as const

const bestOf = (known: State | undefined, state: State): State =>
  BEST_FIRST.find((candidate) => candidate === known || candidate === state) ?? state
