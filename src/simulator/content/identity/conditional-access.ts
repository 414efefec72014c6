import type { Recipe } from '../../tenants/recipes.ts'
import { groupId } from '../inventory/groups.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { locationId } from './named-locations.ts'
import { ROLE } from './roles.ts'
import { BUILT_IN_STRENGTHS, PHISHING_RESISTANT_STRENGTH } from './strengths.ts'

type State = 'enabled' | 'disabled' | 'enabledForReportingButNotEnforced'

/** Differences from a policy for all users, locations and resources. */
interface Sketch {
  name: string
  state: State
  users?: Row
  applications?: Row
  conditions?: Row
  /** Built-in controls, or `phishingResistant` for the strength of that name. */
  grant: readonly string[] | 'phishingResistant'
  operator?: 'AND' | 'OR'
  session?: Row
}

const REPORT_ONLY = 'enabledForReportingButNotEnforced'

const ADMINISTRATOR_ROLES = Object.values(ROLE)
  .filter((role) => role !== ROLE.directoryReaders)
  .map(([templateId]) => templateId)

const OFFICE_365 = { includeApplications: ['Office365'] }
const ADMINISTRATORS = { includeUsers: [], includeRoles: ADMINISTRATOR_ROLES }
const LEGACY_CLIENTS = { clientAppTypes: ['exchangeActiveSync', 'other'] }
const REGISTRATION = { includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] }
const GUESTS = {
  includeUsers: [],
  includeGuestsOrExternalUsers: {
    guestOrExternalUserTypes: 'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,otherExternalUser',
    externalTenants: { '@odata.type': '#microsoft.graph.conditionalAccessAllExternalTenants', membershipKind: 'all' },
  },
}

const STRONG: readonly Sketch[] = [
  { name: 'CA100 - All users: phishing-resistant MFA for all resources', state: 'enabled', grant: 'phishingResistant' },
  {
    name: 'CA101 - Administrators: phishing-resistant MFA at every sign-in',
    state: 'enabled',
    users: ADMINISTRATORS,
    grant: 'phishingResistant',
    session: {
      signInFrequency: {
        isEnabled: true,
        frequencyInterval: 'everyTime',
        authenticationType: 'primaryAndSecondaryAuthentication',
        type: null,
        value: null,
      },
    },
  },
  {
    name: 'CA102 - All users: block legacy authentication',
    state: 'enabled',
    conditions: LEGACY_CLIENTS,
    grant: ['block'],
  },
  {
    name: 'CA103 - All users: block device code flow',
    state: 'enabled',
    conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
    grant: ['block'],
  },
  {
    name: 'CA104 - All users: managed device for all resources',
    state: 'enabled',
    grant: ['compliantDevice', 'domainJoinedDevice'],
    operator: 'OR',
  },
  {
    name: 'CA105 - All users: managed device to register security information',
    state: 'enabled',
    applications: REGISTRATION,
    grant: ['compliantDevice', 'domainJoinedDevice'],
    operator: 'OR',
  },
  {
    name: 'CA106 - Administrators: only from administration workstations',
    state: 'enabled',
    users: ADMINISTRATORS,
    conditions: {
      devices: { deviceFilter: { mode: 'exclude', rule: 'device.extensionAttribute1 -eq "AdminWorkstation"' } },
    },
    grant: ['block'],
  },
  {
    name: 'CA107 - All users: block users at high risk',
    state: 'enabled',
    conditions: { userRiskLevels: ['high'] },
    grant: ['block'],
  },
  {
    name: 'CA108 - All users: block sign-ins at high risk',
    state: 'enabled',
    conditions: { signInRiskLevels: ['high'] },
    grant: ['block'],
  },
]

function typical(recipe: Recipe): readonly Sketch[] {
  const breakGlass = groupId(recipe, 'breakGlass')
  const abroad = { locations: { includeLocations: ['All'], excludeLocations: [locationId(recipe, 'home')] } }
  return [
    {
      name: 'CA001 - Require MFA for all users',
      state: 'enabled',
      users: { excludeGroups: [groupId(recipe, 'mfaExclusions'), breakGlass] },
      conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      grant: ['mfa'],
    },
    {
      name: 'CA002 - Require MFA for administrators',
      state: 'enabled',
      users: ADMINISTRATORS,
      grant: ['mfa'],
    },
    { name: 'CA003 - Block legacy authentication', state: REPORT_ONLY, conditions: LEGACY_CLIENTS, grant: ['block'] },
    {
      name: 'CA004 - Managed device for Office 365 on Windows',
      state: 'enabled',
      users: { includeUsers: [], includeGroups: [groupId(recipe, 'staff')], excludeGroups: [breakGlass] },
      applications: OFFICE_365,
      conditions: { platforms: { includePlatforms: ['windows'], excludePlatforms: [] } },
      grant: ['compliantDevice', 'domainJoinedDevice'],
      operator: 'OR',
    },
    {
      name: 'CA005 - Phishing-resistant MFA for administrators (pilot)',
      state: REPORT_ONLY,
      users: ADMINISTRATORS,
      grant: 'phishingResistant',
    },
    {
      name: 'CA006 - Block sign-in from abroad',
      state: 'enabled',
      users: { excludeGroups: [breakGlass] },
      conditions: abroad,
      grant: ['block'],
    },
    { name: 'CA007 - Require MFA for guests', state: 'enabled', users: GUESTS, grant: ['mfa'] },
    {
      name: 'CA008 - Block sign-ins at high risk',
      state: 'enabled',
      users: { excludeGroups: [breakGlass] },
      conditions: { signInRiskLevels: ['high'] },
      grant: ['block'],
    },
  ]
}

const WEAK: readonly Sketch[] = [
  { name: 'Require MFA (test, do not enable)', state: 'disabled', grant: ['mfa'] },
  { name: 'Require MFA for admins', state: REPORT_ONLY, users: ADMINISTRATORS, grant: ['mfa'] },
]

export function conditionalAccessRows(recipe: Recipe, calendar: Calendar): Row[] {
  const { baseline } = recipe
  const sketches =
    baseline === 'strong' ? STRONG : baseline === 'typical' ? typical(recipe) : baseline === 'weak' ? WEAK : []
  return sketches.map((sketch, position) => policyRow(recipe, sketch, calendar.past(420 - position * 12, 905)))
}

function policyRow(recipe: Recipe, sketch: Sketch, createdDateTime: string): Row {
  return {
    id: guidOf(recipe.seed, 'policy', sketch.name),
    templateId: null,
    displayName: sketch.name,
    createdDateTime,
    modifiedDateTime: sketch.state === 'disabled' ? null : createdDateTime,
    state: sketch.state,
    sessionControls: sketch.session ?? null,
    conditions: {
      userRiskLevels: [],
      signInRiskLevels: [],
      clientAppTypes: ['all'],
      servicePrincipalRiskLevels: [],
      insiderRiskLevels: null,
      platforms: null,
      locations: null,
      devices: null,
      clientApplications: null,
      authenticationFlows: null,
      ...sketch.conditions,
      applications: {
        includeApplications: ['All'],
        excludeApplications: [],
        includeUserActions: [],
        includeAuthenticationContextClassReferences: [],
        applicationFilter: null,
        ...sketch.applications,
      },
      users: {
        includeUsers: ['All'],
        excludeUsers: [],
        includeGroups: [],
        excludeGroups: [],
        includeRoles: [],
        excludeRoles: [],
        includeGuestsOrExternalUsers: null,
        excludeGuestsOrExternalUsers: null,
        ...sketch.users,
      },
    },
    grantControls: {
      operator: sketch.operator ?? 'OR',
      builtInControls: sketch.grant === 'phishingResistant' ? [] : sketch.grant,
      customAuthenticationFactors: [],
      termsOfUse: [],
      authenticationStrength:
        sketch.grant === 'phishingResistant'
          ? BUILT_IN_STRENGTHS.find(({ id }) => id === PHISHING_RESISTANT_STRENGTH)
          : null,
    },
  }
}
