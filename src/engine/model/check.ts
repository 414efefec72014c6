import type { EvidenceKind } from './evidence-kind.ts'
import type { Evidence, TenantReading } from './tenant-reading.ts'
import type { Verdict } from './verdict.ts'

/** A pure function that tests one thing, shared by all frameworks. `id` is in kebab case, as in `mfa-all-users`. */
export interface Check {
  id: string
  version: number
  /** What the numbers of its coverage count; absent if it has none. */
  counts?: Unit
  evaluate(tenant: TenantReading, parameters: Parameters): CheckResult
}

export interface CheckResult {
  /** The verdict without people's answer. */
  verdict: Exclude<Verdict, 'alternate' | 'not_assessed'>
  /** What the verdict rests on. By default a failure is `contrary`, an unknown `blind`, and everything else `seen`. */
  kind?: EvidenceKind
  /** If the kind is `absent` or `blind` but a part was seen to fail: the best verdict that an answer can give. */
  atBest?: { verdict: 'partial' | 'ineffective'; coverage?: Coverage }
  /**
   * Set on `absent` if one product fails and another product or method may do the same: an answer decides only if people
   * say by what, in its note or with a file.
   */
  ifNamed?: true
  /** What people can add, as a sentence: shown where the reading decides and nobody has answered. */
  invites?: string
  /** What else may meet the demand, as a subject like `another antivirus product`, if that is what `invites` is about. */
  another?: string
  /** n of N users, devices or settings; absent if counting makes no sense. */
  coverage?: Coverage
  /** One plain sentence: what was found. */
  observed: string
  /** One plain sentence: what would be effective. */
  expected: string
  /** Names of what fails, the first 100, with the total. */
  affected?: { items: string[]; total: number }
  /** Set if only the objects in `affected` keep it from being effective, so that exceptions for all of them cover it. */
  allNamed?: boolean
  evidence: Evidence[]
  /** What this reading cannot see; each is a plain sentence. */
  limitations: string[]
  critical?: CriticalReason
}

export interface Coverage {
  n: number
  of: number
  /** Set if only the percentage of the devices that report is known: `of` is 100 then. */
  percent?: true
  /** What is counted; absent in results of earlier versions. */
  counts?: Unit
}

/** What a check can count, each with its plural. */
export const UNITS = {
  user: 'users',
  'privileged account': 'privileged accounts',
  'highly privileged account': 'highly privileged accounts',
  'highly privileged role or group': 'highly privileged roles and groups',
  role: 'roles',
  device: 'devices',
  computer: 'computers',
  'setting on a device': 'settings on devices',
  setting: 'settings',
  method: 'methods',
  'kind of credentials': 'kinds of credentials',
  domain: 'domains',
  service: 'services',
  incident: 'incidents',
} as const

export type Unit = keyof typeof UNITS

/** The published list of reasons that make a finding critical; nothing else does. */
export type CriticalReason =
  | 'privileged-user-without-mfa'
  | 'legacy-authentication-open'
  | 'unsupported-operating-system'
  | 'exploited-vulnerability-over-14-days'
  | 'standing-global-admin-without-phishing-resistant-mfa'

export interface Parameters {
  thresholds: Thresholds
  /** Object ids or user principal names of declared emergency access accounts, which are excluded and listed as such. */
  breakGlass: string[]
  /** The time of the snapshot (ISO 8601 UTC), not of the evaluation, so that an old snapshot gives the same result. */
  now: string
}

export interface Thresholds {
  /** Share from which a control counts as effective, 0 to 1. */
  effectiveFrom: number
  /** Share from which a control counts as partial, 0 to 1. */
  partialFrom: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { effectiveFrom: 0.98, partialFrom: 0.8 }
