import { type Fields, texts } from '../../../shared/json.ts'
import { unknownFields } from './condition-mask.ts'

/** SharePoint Online and OneDrive. */
export const SHAREPOINT = '00000003-0000-0ff1-ce00-000000000000'

/** Stands for every resource that no policy names. */
export const EVERYTHING_ELSE = 'everything-else'

const OFFICE_365 = 'Office365'
const ADMIN_PORTALS = 'MicrosoftAdminPortals'

/** Known members of the suite that conditional access calls `Office365`, which may be named by themselves too. */
const OFFICE_365_APPS: ReadonlySet<string> = new Set([
  SHAREPOINT,
  '00000002-0000-0ff1-ce00-000000000000', // Exchange Online
  '00000004-0000-0ff1-ce00-000000000000', // Skype for Business Online
  '00000005-0000-0ff1-ce00-000000000000', // Viva Engage
  '00000006-0000-0ff1-ce00-000000000000', // Office 365 portal
  'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe', // Teams services
])

/** Resources through which nearly all of an organisation's data or its administration is reached. */
const CORE: ReadonlySet<string> = new Set([
  EVERYTHING_ELSE,
  OFFICE_365,
  ADMIN_PORTALS,
  ...OFFICE_365_APPS,
  '00000003-0000-0000-c000-000000000000', // Microsoft Graph
  '00000002-0000-0000-c000-000000000000', // Azure Active Directory Graph
  '797f4846-ba00-4fd7-ba43-dac1f8f63013', // Azure service management
])

/**
 * Microsoft advises to leave this application, which activates Windows licences and holds no data, out of a policy that
 * asks everybody for a second factor: the article on that policy, "subscription activation".
 */
const EXEMPT: ReadonlySet<string> = new Set(['45a330b1-b1ec-4cc1-9161-9f03992aa49f'])

export interface Resources {
  includes: ReadonlySet<string>
  excludes: ReadonlySet<string>
  /** What keeps the policy from covering any resource for certain, in words that follow "it". */
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
  applicationFilter: 'covers only the resources that a filter picks',
}

/** Whether a policy certainly covers a resource: an application id, `Office365`, or everything else. */
export function coversResource({ includes, excludes, unusable }: Resources, resource: string): boolean {
  if (unusable !== undefined || excludes.has('All')) return false
  const isInOffice365 = OFFICE_365_APPS.has(resource)
  if (excludes.has(resource) || (isInOffice365 && excludes.has(OFFICE_365))) return false
  return includes.has('All') || includes.has(resource) || (isInOffice365 && includes.has(OFFICE_365))
}

/** Every resource that some policy names, and everything else: whoever is covered for each is covered for all. */
export function namedResources(all: readonly Resources[]): string[] {
  const ids = new Set<string>([EVERYTHING_ELSE])
  for (const { includes, excludes } of all) {
    for (const id of [...includes, ...excludes]) if (id !== 'All' && id !== 'None') ids.add(id)
  }
  return [...ids].filter((id) => !EXEMPT.has(id))
}

/** Whether leaving this resource out leaves the organisation's data or administration open. */
export const isCore = (resource: string): boolean => CORE.has(resource)
