import { text } from '../../../shared/json.ts'
import { perEvaluation } from '../../datasets/reading.ts'
import type { Check, CheckResult, Coverage, Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { windowsFleet } from '../../readers/devices/windows-fleet.ts'
import { peopleOf } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { is, statesOf } from '../../readers/intune/rules.ts'
import { intuneSettings, valuesOf } from '../../readers/intune/settings.ts'
import { tallyOf } from '../../readers/intune/tally.ts'
import { emergencyAccountsOf } from '../../readers/privileged-access/emergency-accounts.ts'
import { verdictOfPeople } from '../../readers/results/people-verdict.ts'
import { affected, type Failed, unknown } from '../../readers/results/result.ts'
import { count, some } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'
import { WINDOWS_HELLO } from '../../readers/settings/windows-hardening.ts'

/** Registered methods with which a person signs in to Windows; all of them resist phishing. */
const LOGON_METHODS = [
  'windowsHelloForBusiness',
  'fido2SecurityKey',
  'passKeyDeviceBound',
  'x509CertificateMultiFactor',
]

interface People {
  ok: true
  /** People who use a managed Windows device and have such a method; `missing` have none, `unlisted` are unknown. */
  registered: number
  missing: string[]
  unlisted: number
  setAside: number
  evidence: Evidence[]
}

/** Who signs in to a managed Windows device, and whether they registered more than a password. */
const readPeople = perEvaluation((tenant: TenantReading, parameters: Parameters): People | Failed => {
  const fleet = windowsFleet(tenant)
  if (!fleet.ok) return fleet
  const { reading: registrations, byUser } = registrationsOf(tenant)
  if (!registrations.ok) return registrations
  const { accounts } = peopleOf(tenant)
  const emergency = emergencyAccountsOf(tenant, parameters)
  // A declared account counts as such even if only devices and registrations name it.
  const declared = new Set(parameters.breakGlass.map((name) => name.toLowerCase()))
  const people: People = {
    ok: true,
    registered: 0,
    missing: [],
    unlisted: 0,
    setAside: 0,
    evidence: [registrations.evidence, fleet.evidence],
  }
  for (const id of fleet.byUserId.keys()) {
    const account = accounts.get(id)
    const registration = byUser.get(id)
    const name = text(account?.userPrincipalName) ?? registration?.name ?? id
    if (account?.accountEnabled === false) continue
    const isDeclared = declared.size > 0 && (declared.has(id) || declared.has(name.toLowerCase()))
    if (isDeclared || emergency.aside.has(id)) people.setAside++
    else if (registration?.methods.some((method) => LOGON_METHODS.includes(method))) people.registered++
    else if (!registration || emergency.unsure.has(id)) people.unlisted++
    else people.missing.push(name)
  }
  return people
})

/** The devices on which no policy switches Windows Hello off; undefined if no policy does. */
function offered(tenant: TenantReading): { coverage: Coverage; names: string[]; evidence: Evidence[] } | undefined {
  const [use] = WINDOWS_HELLO
  const settings = intuneSettings(tenant)
  if (!use || !settings.ok) return undefined
  const off = is(use.definitionId, 'false')
  const { sure, of } = tallyOf(statesOf(settings, { name: 'off', anyOf: [off] }))
  if (sure === 0) return undefined
  const policies = valuesOf(settings, use.definitionId).filter(
    ({ option, reached }) => option === 'false' && reached.assigned,
  )
  return {
    coverage: { n: of - sure, of },
    names: policies.map(({ policy }) => `“${policy.name}”`),
    evidence: policies.map(({ policy, pointer }) => ({ ...policy.evidence, pointer })),
  }
}

const PASSWORD = 'A registered method does not prove that nobody signs in to Windows with a password alone.'

/**
 * Sign-in to workstations. What the users of managed Windows devices have registered decides: a policy only offers
 * Windows Hello, and joined devices offer it without a policy. If a policy switches it off, the lower of both counts.
 * Whoever holds a role in the directory is no special case, because the role is not used to sign in to Windows.
 */
export function logonCheck(id: string, expected: string): Check {
  return {
    id,
    version: 2,
    evaluate(tenant, parameters) {
      const people = readPeople(tenant, parameters)
      if (!people.ok) return unknown(people, expected)
      const result = evaluatePeople(people, expected)
      const policy = result.coverage && offered(tenant)
      if (!policy) return result
      const observed = `${result.observed} Policy switches Windows Hello off: ${some(policy.names)}.`
      const lower = share(policy.coverage) < share(result.coverage)
      return {
        ...result,
        // The policy may fail on devices of other people than those named.
        allNamed: false,
        ...(lower ? { verdict: verdictOf(policy.coverage, parameters.thresholds), coverage: policy.coverage } : {}),
        observed,
        evidence: [...result.evidence, ...policy.evidence],
      }
    },
  }
}

const share = (coverage: Coverage | undefined): number => (coverage ? coverage.n / coverage.of : 1)

function evaluatePeople(people: People, expected: string): CheckResult {
  const { registered, missing, unlisted, setAside, evidence } = people
  const coverage = { n: registered, of: registered + missing.length + unlisted }
  const limitations = [
    PASSWORD,
    ...(setAside > 0 ? [`${count(setAside, 'emergency account')} set aside.`] : []),
    ...(unlisted > 0 ? [`${count(unlisted, 'user')} not in the registration report.`] : []),
  ]
  const evaluated = verdictOfPeople({
    covered: registered,
    partly: 0,
    unknown: unlisted,
    uncovered: missing.length,
    administratorUncovered: false,
    administratorMaybe: false,
    gap: false,
    gapMaybe: false,
  })
  const { verdict } = evaluated
  if (verdict === 'no_visibility') {
    const reason =
      coverage.of === 0
        ? 'No managed Windows device has a primary user.'
        : `The registration report lacks ${count(unlisted, 'user')} of managed Windows devices.`
    return { ...evaluated, observed: reason, expected, evidence, limitations: [reason, ...limitations] }
  }
  return {
    verdict,
    coverage,
    observed: `${coverage.n} of ${count(coverage.of, 'user')} of managed Windows devices have registered Windows Hello for Business, a security key or a smart card.`,
    expected,
    ...affected(missing, unlisted === 0),
    evidence,
    limitations,
  }
}
