import { text } from '../../../shared/json.ts'
import { perEvaluation } from '../../datasets/reading.ts'
import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { peopleOf } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { REACH } from '../../readers/intune/assignments.ts'
import { type ConfiguredSetting, intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { emergencyAccountsOf } from '../../readers/privileged-access/emergency-accounts.ts'
import { type Failed, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'
import { WINDOWS_HELLO } from '../../readers/settings/windows-hardening.ts'

/** Registered methods that sign a person in to Windows; all of them are phishing-resistant. */
const HELLO = 'windowsHelloForBusiness'
const KEYS = ['fido2SecurityKey', 'passKeyDeviceBound', 'x509CertificateMultiFactor']

interface People {
  ok: true
  /** People who use a managed Windows device and have such a method; `missing` have none, `unlisted` are unknown. */
  registered: number
  missing: string[]
  unlisted: number
  setAside: number
  /** Policies that switch Windows Hello off where somebody has nothing else. */
  off: readonly ConfiguredSetting[]
  evidence: Evidence[]
}

/** Who signs in to a managed Windows device, and whether they can do so with more than a password. */
const readPeople = perEvaluation((tenant: TenantReading, parameters: Parameters): People | Failed => {
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return fleet
  const { reading: registrations, byUser } = registrationsOf(tenant)
  if (!registrations.ok) return registrations
  const { accounts } = peopleOf(tenant)
  const emergency = emergencyAccountsOf(tenant, parameters)
  const hello = helloPolicies(tenant)
  // A declared account counts as such even if only devices and registrations name it.
  const declared = new Set(parameters.breakGlass.map((name) => name.toLowerCase()))
  const missing: string[] = []
  const people = { registered: 0, missing, unlisted: 0, setAside: 0 }
  const off = new Set<ConfiguredSetting>()
  for (const [id, deviceIndexes] of fleet.byUserId) {
    const account = accounts.get(id)
    const registration = byUser.get(id)
    const name = text(account?.userPrincipalName) ?? registration?.name ?? id
    if (account?.accountEnabled === false) continue
    const methods = registration?.methods ?? []
    const isDeclared = declared.size > 0 && (declared.has(id) || declared.has(name.toLowerCase()))
    const hindering = methods.includes(HELLO) ? hello.hindering(deviceIndexes) : []
    if (isDeclared || emergency.aside.has(id)) people.setAside++
    else if (methods.some((method) => KEYS.includes(method))) people.registered++
    else if (methods.includes(HELLO) && hindering.length === 0) people.registered++
    else if (!registration || emergency.unsure.has(id)) people.unlisted++
    else {
      missing.push(name)
      for (const policy of hindering) off.add(policy)
    }
  }
  const evidence = [...off].map(({ policy, pointer }) => ({ ...policy.evidence, pointer }))
  return { ok: true, ...people, off: [...off], evidence: [registrations.evidence, fleet.evidence, ...evidence] }
})

/** Policies that switch Windows Hello off. On the devices they reach, even people who have registered it cannot use it. */
function helloPolicies(tenant: TenantReading) {
  const [use] = WINDOWS_HELLO
  const settings = intuneSettings(tenant)
  const off = use && settings.ok ? valuesOf(settings, use.definitionId).filter(({ option }) => option === 'false') : []
  return {
    /** The policies on a person's devices if every device has one; otherwise none. */
    hindering(deviceIndexes: readonly number[]): ConfiguredSetting[] {
      const byDevice = deviceIndexes.map((deviceIndex) =>
        off.filter(({ reached }) => reached.states[deviceIndex] === REACH.sure),
      )
      return byDevice.every((policies) => policies.length > 0) ? byDevice.flat() : []
    },
  }
}

const LIMITATIONS = [
  'A registered method does not prove that nobody signs in to Windows with a password alone.',
  'Certificates are not in the registration report, so users who sign in with a smart card count as having none.',
]

const OTHER_PRODUCTS =
  'Smart cards, and other products that ask for a second factor at sign-in to Windows, are not seen.'
const ANOTHER = 'smart cards or another second factor at sign-in to Windows'
const IF_USED = 'If you use them, say so in the questionnaire; that answer then counts.'

/**
 * Sign-in to workstations. What the users of managed Windows devices have registered decides: a policy only offers
 * Windows Hello, and joined devices offer it without a policy. Where a policy switches it off, only another method counts.
 * Users who registered nothing may use a smart card, which the registration report omits, or another vendor's product:
 * people must answer. Holders of directory roles are not treated differently: signing in to Windows does not use the role.
 */
export function logonCheck(id: string, expected: string): Check {
  return {
    id,
    version: 3,
    counts: 'user',
    evaluate(tenant, parameters) {
      const people = readPeople(tenant, parameters)
      return people.ok ? evaluatePeople(people, expected) : unknown(people, expected)
    },
  }
}

function evaluatePeople(people: People, expected: string): CheckResult {
  const { registered, missing, unlisted, setAside, off, evidence } = people
  const coverage = { n: registered, of: registered + missing.length + unlisted }
  const limitations = [
    ...LIMITATIONS,
    ...(setAside > 0 ? [`${count(setAside, 'emergency account')} excluded.`] : []),
    ...(unlisted > 0 ? [`${count(unlisted, 'user')} not in the registration report.`] : []),
  ]
  if (coverage.of === 0) {
    const observed = 'No managed Windows device has a primary user.'
    return { verdict: 'no_visibility', observed, expected, evidence, limitations: [observed, ...limitations] }
  }
  const counted = `${share(coverage, 'user')} of managed Windows devices have registered Windows Hello for Business, a security key or a passkey that works there.`
  if (coverage.n === coverage.of) {
    return { verdict: 'effective', coverage, observed: counted, expected, evidence, limitations }
  }
  const names = [...new Set(off.map(({ policy }) => `“${policy.name}”`))]
  return {
    verdict: 'no_visibility',
    kind: missing.length > 0 ? 'absent' : 'blind',
    ...(registered > 0 && { coverage }),
    observed: [
      counted,
      ...(missing.length > 0 ? [`Without one: ${some(missing)}.`] : []),
      ...(names.length > 0 ? [`Policy switches Windows Hello off: ${some(names)}.`] : []),
      ...(unlisted > 0 ? [`The registration report lacks ${count(unlisted, 'user')} of managed Windows devices.`] : []),
      ...(missing.length > 0 ? [OTHER_PRODUCTS] : []),
    ].join(' '),
    ...(missing.length > 0 && { invites: IF_USED, another: ANOTHER }),
    expected,
    evidence,
    limitations,
  }
}
