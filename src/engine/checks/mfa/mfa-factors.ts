import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Check, CheckResult } from '../../model/check.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { combinationsOf, GRANT, gradeCombination } from '../../readers/conditional-access/grant.ts'
import { policiesOf, securityDefaultsOf, strengthsOf } from '../../readers/conditional-access/policies.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'

const EXPECTED =
  'Multi-factor authentication must combine something people have with something they know, or use something they have that is unlocked by something they know or by a biometric.'

interface Item {
  name: string
  /** Why it is a single factor; undefined if it is not. */
  fault: string | undefined
}

/**
 * Multi-factor authentication really takes two factors (ISM-1401). Evaluates the enabled authentication methods and the
 * authentication strengths that enabled policies demand.
 * - Text message, voice call and one-time codes are something people have in addition to a password, which the requirement
 *   allows (ISM-1872 is about phishing). A text message that signs people in by itself is one factor: Graph
 *   `smsAuthenticationMethodTarget.isUsableForSignIn`.
 * - QR code with PIN is a single-factor method (Microsoft on `qrCodePinAuthenticationMethod`).
 * - A code by email resets passwords of members and signs in guests; it never satisfies a second factor, so it is
 *   shown but not a failure.
 * - A temporary access pass is a code for the first sign-in, shown for the same reason.
 */
export const mfaFactors: Check = {
  id: 'mfa-factors',
  version: 1,
  counts: 'method',
  evaluate(tenant) {
    const methods = readDataset(tenant, 'authenticationMethodsPolicy')
    const policies = policiesOf(tenant)
    const defaults = securityDefaultsOf(tenant)
    if (!methods.ok) return unknown(methods, EXPECTED)
    if (!policies.reading.ok && defaults.on !== true) return unknown(policies.reading, EXPECTED)

    const strengths = strengthsInUse(tenant)
    const inForce = defaults.on === true || policies.policies.some((each) => each.enabled && each.grant.certain > 0)
    if (!inForce && defaults.on === undefined && !defaults.reading.ok) return unknown(defaults.reading, EXPECTED)
    const read = readMethods(methods.value)
    const readings = [methods, policies.reading, defaults.reading, readDataset(tenant, 'authenticationStrengths')]
    return evaluateFactors(read, strengths, inForce, readings)
  },
}

function evaluateFactors(
  methods: { items: Item[]; notes: string[] },
  strengths: { items: Item[]; unread: string[] },
  inForce: boolean,
  readings: Reading[],
): CheckResult {
  const items = [...methods.items, ...strengths.items]
  const faulty = items.filter((item) => item.fault !== undefined)
  const coverage = { n: items.length - faulty.length, of: items.length }
  const faults = faulty.map((item) => `${item.name} ${item.fault}`)
  return {
    verdict: verdictFor(methods.items, strengths, inForce, faulty.length),
    coverage,
    observed: [
      ...(inForce ? [] : ['Nothing in force asks for a second factor.']),
      items.length === 0
        ? 'No method is enabled in the policy.'
        : `${share(coverage, 'enabled method or strength in use', 'enabled methods and strengths in use')} always take two factors.`,
      ...(faults.length > 0 ? [`Exceptions: ${some(faults)}.`] : []),
    ].join(' '),
    expected: EXPECTED,
    ...affected(faulty.map((item) => item.name)),
    evidence: evidenceOf(...readings),
    limitations: [
      ...methods.notes,
      ...strengths.unread.map((name) => `What the authentication strength ‘${name}’ allows could not be read.`),
      'Which factors a federated identity provider asks for cannot be read.',
    ],
  }
}

function verdictFor(
  methods: readonly Item[],
  strengths: { items: Item[]; unread: string[] },
  inForce: boolean,
  faulty: number,
): CheckResult['verdict'] {
  if (!inForce || strengths.items.some((item) => item.fault !== undefined)) return 'ineffective'
  if (strengths.unread.length > 0 || methods.length === 0) return 'no_visibility'
  return faulty > 0 ? 'partial' : 'effective'
}

/** The strengths that enabled policies ask for. */
function strengthsInUse(tenant: TenantReading): { items: Item[]; unread: string[] } {
  const items = new Map<string, Item>()
  const unread: string[] = []
  const { reading } = policiesOf(tenant)
  for (const policy of list(reading.ok ? reading.value : undefined).map(fields)) {
    const strength = fields(fields(policy.grantControls).authenticationStrength)
    const id = text(strength.id)
    if (policy.state !== 'enabled' || id === undefined || items.has(id)) continue
    const name = text(strength.displayName) ?? id
    const combinations = combinationsOf(strength, strengthsOf(tenant))
    const single = combinations?.find((combination) => gradeCombination(combination) === GRANT.none)
    if (combinations) {
      const fault = single === undefined ? undefined : `allows ${single} alone`
      items.set(id, { name: `the strength ‘${name}’`, fault })
    } else unread.push(name)
  }
  return { items: [...items.values()], unread }
}

/** Methods that are two factors, or are with a password; ids in lower case. */
const SOUND: ReadonlySet<string> = new Set([
  'fido2',
  'microsoftauthenticator',
  'softwareoath',
  'hardwareoath',
  'voice',
  'x509certificate',
])

const NOTES: Readonly<Record<string, string>> = {
  email: 'Codes by email are enabled: they reset passwords and sign in guests, and are not a second factor.',
  temporaryaccesspass: 'Temporary access passes are enabled: they count as multi-factor while they are valid.',
}

function readMethods(value: unknown): { items: Item[]; notes: string[] } {
  const policy = fields(value)
  const items: Item[] = []
  const notes: string[] = []
  for (const method of list(policy.authenticationMethodConfigurations).map(fields)) {
    if (method.state !== 'enabled') continue
    const id = text(method.id) ?? ''
    const name = id.toLowerCase()
    const label = `the method ‘${name === 'sms' ? 'SMS' : id}’`
    const note = NOTES[name]
    if (SOUND.has(name) || isExternal(method)) items.push({ name: label, fault: undefined })
    else if (name === 'sms') items.push({ name: label, fault: signsInAlone(method) })
    else if (name === 'qrcodepin') items.push({ name: label, fault: 'signs people in as a single factor' })
    else notes.push(note ?? `The authentication method ${id} is enabled but unknown to this check.`)
  }
  const migration = text(policy.policyMigrationState)
  if (migration === 'preMigration' || migration === 'migrationInProgress') {
    notes.push(
      'Older settings of multi-factor authentication still apply in addition to the policy and cannot be read.',
    )
  }
  return { items, notes }
}

/** An external provider's factor is added to the password; what that provider demands cannot be read. */
const isExternal = (method: Fields): boolean =>
  text(method['@odata.type'])?.toLowerCase().includes('externalauthenticationmethod') === true

function signsInAlone(method: Fields): string | undefined {
  const alone = list(method.includeTargets).some((target) => fields(target).isUsableForSignIn === true)
  return alone ? 'may sign people in by itself' : undefined
}
