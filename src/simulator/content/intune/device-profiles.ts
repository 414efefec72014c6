import { ASR_RULES } from '../../../engine/readers/settings/attack-surface-reduction-rules.ts'
import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { assignmentRows, type Target } from './assignments.ts'

const UPDATE_RING: Row = {
  '@odata.type': '#microsoft.graph.windowsUpdateForBusinessConfiguration',
  deliveryOptimizationMode: 'httpWithPeeringNat',
  prereleaseFeatures: 'userDefined',
  automaticUpdateMode: 'autoInstallAtMaintenanceTime',
  microsoftUpdateServiceAllowed: true,
  driversExcluded: false,
  qualityUpdatesPaused: false,
  featureUpdatesPaused: false,
  businessReadyUpdatesOnly: 'businessReadyOnly',
}

/** Device configuration profiles: update rings, phones, and profiles of older portals. */
export function deviceConfigurationRows(recipe: Recipe, calendar: Calendar): Row[] {
  const row = (name: string, targets: readonly Target[], more: Row): Row => {
    const id = guidOf(recipe.seed, 'deviceConfiguration', name)
    return {
      ...more,
      id,
      displayName: name,
      description: null,
      version: 3,
      createdDateTime: calendar.past(410, 200),
      lastModifiedDateTime: calendar.past(90, 260),
      assignments: assignmentRows(recipe, id, targets),
    }
  }
  const phones = { '@odata.type': '#microsoft.graph.iosGeneralDeviceConfiguration', passcodeRequired: true }
  if (recipe.baseline === 'strong') {
    return [
      row('Update ring - broad', ['allDevices'], {
        ...UPDATE_RING,
        qualityUpdatesDeferralPeriodInDays: 0,
        deadlineForQualityUpdatesInDays: 1,
        deadlineGracePeriodInDays: 0,
        featureUpdatesDeferralPeriodInDays: 30,
      }),
      row('iPhones - restrictions', ['allDevices'], { ...phones, passcodeMinimumLength: 8 }),
    ]
  }
  if (recipe.baseline === 'weak') {
    return [row('Windows updates', [], { ...UPDATE_RING, qualityUpdatesDeferralPeriodInDays: 30 })]
  }
  return [
    row('Update ring - first wave', [{ group: 'firstWave' }], {
      ...UPDATE_RING,
      qualityUpdatesDeferralPeriodInDays: 2,
      deadlineForQualityUpdatesInDays: 3,
    }),
    row('Update ring - everyone', ['allDevices', { notGroup: 'firstWave' }], {
      ...UPDATE_RING,
      qualityUpdatesDeferralPeriodInDays: 7,
      deadlineForQualityUpdatesInDays: 5,
    }),
    row('Endpoint protection - BitLocker and Exploit Guard', ['allDevices'], {
      '@odata.type': '#microsoft.graph.windows10EndpointProtectionConfiguration',
      bitLockerEncryptDevice: true,
      defenderAdobeReaderLaunchChildProcess: 'auditMode',
      defenderOfficeAppsLaunchChildProcessType: 'auditMode',
      appLockerApplicationControl: 'notConfigured',
    }),
    row('iPhones - restrictions', ['allUsers'], { ...phones, passcodeMinimumLength: 6 }),
  ]
}

export interface TemplateProfile {
  profile: Row
  definitionValues: readonly Row[]
}

/** Administrative templates of older portals: only the typical tenant still has one. */
export function administrativeTemplates(recipe: Recipe, calendar: Calendar): TemplateProfile[] {
  if (recipe.baseline !== 'typical') return []
  const id = guidOf(recipe.seed, 'administrativeTemplate')
  const dates = { createdDateTime: calendar.past(700), lastModifiedDateTime: calendar.past(650) }
  const value = (categoryPath: string, displayName: string, chosen?: string): Row => {
    const valueId = guidOf(id, categoryPath, displayName)
    return {
      id: valueId,
      enabled: true,
      configurationType: 'policy',
      ...dates,
      definition: { id: guidOf('definition', categoryPath, displayName), displayName, classType: 'user', categoryPath },
      presentationValues:
        chosen === undefined
          ? []
          : [
              {
                '@odata.type': '#microsoft.graph.groupPolicyPresentationValueText',
                id: guidOf(valueId),
                ...dates,
                value: chosen,
              },
            ],
    }
  }
  return [
    {
      profile: {
        id,
        displayName: 'Office macro settings (2022)',
        description: 'Made before the settings catalog.',
        roleScopeTagIds: ['0'],
        policyConfigurationIngestionType: 'builtIn',
        ...dates,
        assignments: assignmentRows(recipe, id, [{ group: 'firstWave' }]),
      },
      definitionValues: [
        value('\\Microsoft Office 2016\\Security Settings', 'Macro Runtime Scan Scope', '2'),
        value('\\Microsoft Outlook 2016\\Security\\Trust Center', 'Security setting for macros', '3'),
      ],
    },
  ]
}

export interface Intent {
  profile: Row
  settings: readonly Row[]
}

/** Template of the attack surface reduction profile that preceded the settings catalogue. */
const ASR_INTENT_TEMPLATE = '0e237410-1367-4844-bd7f-15fb0f08943b'

/** Endpoint security profiles that preceded the settings catalogue. */
export function intents(recipe: Recipe): Intent[] {
  if (recipe.baseline !== 'typical') return []
  const id = guidOf(recipe.seed, 'intent')
  return [
    {
      profile: {
        id,
        displayName: 'ASR rules - audit (old endpoint security profile)',
        description: '',
        isAssigned: true,
        isMigratingToConfigurationPolicy: false,
        templateId: ASR_INTENT_TEMPLATE,
        roleScopeTagIds: ['0'],
        lastModifiedDateTime: '2024-04-18T05:12:00Z',
        assignments: assignmentRows(recipe, id, [{ group: 'firstWave' }]),
      },
      settings: Object.values(ASR_RULES).map(({ properties: [property] }) => ({
        '@odata.type': '#microsoft.graph.deviceManagementStringSettingInstance',
        id: guidOf(id, property),
        definitionId: `deviceConfiguration--windows10EndpointProtectionConfiguration_${property}`,
        valueJson: '"auditMode"',
        value: 'auditMode',
      })),
    },
  ]
}
