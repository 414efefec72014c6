import { type Fields, texts } from '../../../shared/json.ts'
import { ADMIN_PORTALS, EVERYTHING_ELSE, isHarmless, isInOffice365, OFFICE_365 } from './applications.ts'
import { unknownFields } from './condition-mask.ts'

export interface Resources {
  includes: ReadonlySet<string>
  excludes: ReadonlySet<string>
  /** Why the policy does not certainly cover any resource, phrased to follow "it". */
  unusable?: string
}

const KEYWORDS = ['All', 'None', OFFICE_365, ADMIN_PORTALS]

const isKeyword = (value: string): boolean => KEYWORDS.includes(value)

/** Application ids in lower case, keywords as Graph writes them. */
const named = (value: unknown): Set<string> =>
  new Set(
    texts(value).map((id) => KEYWORDS.find((word) => word.toLowerCase() === id.toLowerCase()) ?? id.toLowerCase()),
  )

/** The resources of a policy: `conditions.applications`. */
export function resourcesOf(applications: Fields): Resources {
  const includes = named(applications.includeApplications)
  const excludes = named(applications.excludeApplications)
  const others = unknownFields(applications, new Set(['includeApplications', 'excludeApplications']))
  const strange = [...excludes].find((id) => !/^[0-9a-f-]{36}$/.test(id) && !isKeyword(id))
  if (others.length > 0) return { includes, excludes, unusable: UNUSABLE[others[0] ?? ''] ?? UNKNOWN }
  if (strange !== undefined) return { includes, excludes, unusable: UNKNOWN }
  return { includes, excludes }
}

const UNKNOWN = 'chooses resources in a way that we do not know'
const UNUSABLE: Readonly<Record<string, string>> = {
  includeUserActions: 'covers user actions, not resources',
  includeAuthenticationContextClassReferences: 'covers authentication contexts, not resources',
  applicationFilter: 'covers only the resources that a filter selects',
}

/** Whether a policy certainly covers a resource: an application id, `Office365`, or everything else. */
export function coversResource({ includes, excludes, unusable }: Resources, resource: string): boolean {
  if (unusable !== undefined || excludes.has('All')) return false
  const viaOffice365 = isInOffice365(resource)
  if (excludes.has(resource) || (viaOffice365 && excludes.has(OFFICE_365))) return false
  return includes.has('All') || includes.has(resource) || (viaOffice365 && includes.has(OFFICE_365))
}

/**
 * Every resource that some policy names, and everything else: who is covered for each of these is covered for all.
 */
export function namedResources(all: readonly Resources[]): string[] {
  const ids = new Set<string>([EVERYTHING_ELSE])
  for (const { includes, excludes } of all) {
    for (const id of [...includes, ...excludes]) if (id !== 'All' && id !== 'None') ids.add(id)
  }
  return [...ids].filter((id) => !isHarmless(id))
}
