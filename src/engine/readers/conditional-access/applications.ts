import { perTenant } from '../../datasets/reading.ts'
import { applicationNames } from '../identity/service-principals.ts'

/** SharePoint Online and OneDrive. */
export const SHAREPOINT = '00000003-0000-0ff1-ce00-000000000000'

/** Stands for every resource that no policy names. */
export const EVERYTHING_ELSE = 'everything-else'

export const OFFICE_365 = 'Office365'
export const ADMIN_PORTALS = 'MicrosoftAdminPortals'

/**
 * Known members of the group that Conditional Access calls `Office365`; policies may also name them individually. Ids and
 * names: Microsoft's list of first-party applications in sign-in reports.
 */
const OFFICE_365_MEMBERS: ReadonlyMap<string, string> = new Map([
  [SHAREPOINT, 'SharePoint Online'],
  ['00000002-0000-0ff1-ce00-000000000000', 'Exchange Online'],
  ['00000004-0000-0ff1-ce00-000000000000', 'Skype for Business Online'],
  ['00000005-0000-0ff1-ce00-000000000000', 'Viva Engage'],
  ['00000006-0000-0ff1-ce00-000000000000', 'Microsoft Office 365 Portal'],
  ['cc15fd57-2c6c-4117-a88c-83b1d56b4bbe', 'Microsoft Teams services'],
])

/**
 * Portals, command lines and consoles for administration. Leaving one out lets anyone with an administrator's password use
 * all of that administrator's rights. Ids: Microsoft's list of first-party applications in sign-in reports, and for the
 * mobile app its plan for mandatory multi-factor authentication. Azure Cloud Shell and the PowerShell modules at the end are
 * in neither; public lists of Microsoft's applications agree on their ids.
 */
const ADMINISTRATION: ReadonlyMap<string, string> = new Map([
  [ADMIN_PORTALS, 'the Microsoft admin portals'],
  ['797f4846-ba00-4fd7-ba43-dac1f8f63013', 'Windows Azure Service Management API'],
  ['c44b4083-3bb0-49c1-b47d-974e53cbdf3c', 'Azure portal'],
  ['0c1307d4-29d6-4389-a11c-5cbe7f65d7fa', 'Azure mobile app'],
  ['04b07795-8ddb-461a-bbee-02f9e1bf7b46', 'Azure CLI'],
  ['1950a258-227b-4e31-a9cf-717495945fc2', 'Azure PowerShell'],
  ['14d82eec-204b-4c2f-b7e8-296a70dab67e', 'Microsoft Graph Command Line Tools'],
  ['de8bc8b5-d9f9-48b1-a8ad-b748da725064', 'Graph Explorer'],
  ['fb78d390-0c51-40cd-8e17-fdbfab77341b', 'Exchange Online PowerShell'],
  // In neither of Microsoft's lists:
  ['2233b157-f44d-4812-b777-036cdaf9a96e', 'Azure Cloud Shell'],
  ['1b730954-1685-4b74-9bfd-dac224a7b894', 'Azure Active Directory PowerShell'],
  ['9bc3ab49-b65d-410a-85ad-de819febfddc', 'SharePoint Online Management Shell'],
  ['12128f48-ec9e-42f0-b203-ea49fb6af367', 'Microsoft Teams PowerShell'],
  ['d1ddf0e4-d672-4dae-b554-9d5bdfd93547', 'Microsoft Intune PowerShell'],
])

/** Resources that give access to nearly all of an organisation's data or to its administration, with their names. */
const CORE: ReadonlyMap<string, string> = new Map([
  [EVERYTHING_ELSE, 'every resource that is not named'],
  [OFFICE_365, 'Office 365'],
  ...OFFICE_365_MEMBERS,
  ...ADMINISTRATION,
  ['00000003-0000-0000-c000-000000000000', 'Microsoft Graph'],
  ['00000002-0000-0000-c000-000000000000', 'Azure Active Directory Graph'],
])

/** Applications whose exclusion is known to be harmless, with what each does and the source. */
const HARMLESS: ReadonlySet<string> = new Set([
  // Universal Store Service APIs and Web Application, formerly Windows Store for Business: activates Windows licences and
  // has no data. Microsoft advises leaving it out in "Require multifactor authentication for all users" and in the
  // articles on device compliance, under "Subscription activation".
  '45a330b1-b1ec-4cc1-9161-9f03992aa49f',
])

export const isInOffice365 = (resource: string): boolean => OFFICE_365_MEMBERS.has(resource)

export const isHarmless = (resource: string): boolean => HARMLESS.has(resource)

/** Whether leaving this resource out leaves the organisation's data or administration open. */
export const isCore = (resource: string): boolean => CORE.has(resource)

/** The name of an application, or of a keyword for several: the tenant's name, Microsoft's, or the id. */
export const resourceNames = perTenant((tenant): ((id: string) => string) => {
  const names = applicationNames(tenant)
  return (id) => names.get(id) ?? CORE.get(id) ?? id
})
