import type { Recipe } from '../../tenants/recipes.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

const MICROSOFT_SERVICES = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'

/** Microsoft's own applications, present in every tenant, with their public ids. */
const FIRST_PARTY: readonly [string, string][] = [
  ['00000003-0000-0000-c000-000000000000', 'Microsoft Graph'],
  ['00000002-0000-0ff1-ce00-000000000000', 'Office 365 Exchange Online'],
  ['00000003-0000-0ff1-ce00-000000000000', 'Office 365 SharePoint Online'],
  ['cc15fd57-2c6c-4117-a88c-83b1d56b4bbe', 'Microsoft Teams Services'],
  ['0000000a-0000-0000-c000-000000000000', 'Microsoft Intune'],
  ['797f4846-ba00-4fd7-ba43-dac1f8f63013', 'Windows Azure Service Management API'],
]

type SignOn = 'saml' | 'oidc' | 'password' | null

/** Fictitious third-party services. */
const THIRD_PARTY: readonly [string, SignOn][] = [
  ['LedgerLoop Accounting', 'saml'],
  ['Paperbark Documents', 'saml'],
  ['RosterRoo', 'oidc'],
  ['Currawong CRM', 'saml'],
  ['Banksia Learning', 'password'],
  ['Nightjar Backup', null],
]

export function servicePrincipalRows(recipe: Recipe): Row[] {
  const firstParty = FIRST_PARTY.map(([appId, name]) =>
    principal(recipe, { appId, name, owner: MICROSOFT_SERVICES, signOn: null, tags: [] }),
  )
  if (recipe.baseline === 'unlicensed') return firstParty
  const thirdParty = THIRD_PARTY.map(([name, signOn]) => {
    const owner = guidOf('owner', name)
    const tags = ['WindowsAzureActiveDirectoryIntegratedApp']
    return principal(recipe, { appId: guidOf('application', name), name, owner, signOn, tags })
  })
  return [...firstParty, ...thirdParty]
}

interface Application {
  appId: string
  name: string
  owner: string
  signOn: SignOn
  tags: string[]
}

function principal(recipe: Recipe, { appId, name, owner, signOn, tags }: Application): Row {
  return {
    id: guidOf(recipe.seed, 'principal', appId),
    appId,
    displayName: name,
    accountEnabled: true,
    appOwnerOrganizationId: owner,
    preferredSingleSignOnMode: signOn,
    servicePrincipalType: 'Application',
    signInAudience: 'AzureADMultipleOrgs',
    tags,
  }
}
