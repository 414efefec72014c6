import { ASR_GROUP, ASR_RULES } from '../../../engine/readers/settings/attack-surface-reduction-rules.ts'
import {
  CREDENTIAL_GUARD,
  LAPS_BACKUP,
  LSA_PROTECTION,
  MEMORY_INTEGRITY,
  protectionChoice,
  REMOTE_CREDENTIAL_GUARD,
} from '../../../engine/readers/settings/credential-protection.ts'
import { EDGE_HARDENING } from '../../../engine/readers/settings/edge-hardening.ts'
import {
  ENABLE_CONTENT_COMMAND,
  MACRO_APPLICATIONS,
  NO_MESSAGE_BAR,
  ONLY_V3_SIGNATURES,
} from '../../../engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../engine/readers/settings/macros-disabled.ts'
import { OFFICE_HARDENING } from '../../../engine/readers/settings/office-hardening.ts'
import { OFFICE } from '../../../engine/readers/settings/office-prefixes.ts'
import { choice, type Setting } from '../../../engine/readers/settings/setting.ts'
import {
  APP_CONTROL_ENFORCED,
  COMMAND_LINE_LOGGING,
  INTERNET_EXPLORER_OFF,
  JAVA_OFF,
  POWERSHELL_LOGGING,
  WINDOWS_HELLO,
  WINDOWS_HELLO_GROUP,
} from '../../../engine/readers/settings/windows-hardening.ts'
import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { assignmentRows, type Target } from './assignments.ts'
import {
  choiceInstances,
  choiceWithText,
  enabledListInstance,
  groupInstance,
  type Instance,
} from './setting-instances.ts'

interface Sketch {
  name: string
  instances: readonly Instance[]
  targets: readonly Target[]
  /** Days since the last change; absent if that was long ago. */
  changedDaysAgo?: number
  /** Absent for policies created in the settings catalogue itself. */
  template?: { id: string; family: string; name: string }
  /** Windows by default. */
  platforms?: 'androidEnterprise'
}

const CONFIG = 'device_vendor_msft_policy_config'
const EVERYWHERE: readonly Target[] = ['allUsers', 'allDevices']

/** Rules that no requirement names, usually enabled together with the others. */
const FURTHER_RULES = [
  'blockexecutionofpotentiallyobfuscatedscripts',
  'blockjavascriptorvbscriptfromlaunchingdownloadedexecutablecontent',
  'blockexecutablecontentfromemailclientandwebmail',
  'blockcredentialstealingfromwindowslocalsecurityauthoritysubsystem',
  'blockabuseofexploitedvulnerablesigneddrivers',
  'blockuntrustedunsignedprocessesthatrunfromusb',
  'blockpersistencethroughwmieventsubscription',
  'useadvancedprotectionagainstransomware',
].map((rule) => `${ASR_GROUP}_${rule}`)

const ASR_TEMPLATE = {
  id: 'e8c053d6-9f95-42b1-a7f1-ebfd71c67a4b_1',
  family: 'endpointSecurityAttackSurfaceReduction',
  name: 'Attack Surface Reduction Rules',
}
const APP_CONTROL_TEMPLATE = {
  id: '4321b946-b76b-4450-8afd-769c08b16ffc_1',
  family: 'endpointSecurityApplicationControl',
  name: 'App Control for Business',
}
const LAPS_TEMPLATE = {
  id: 'adc46e5a-f4aa-4ff6-aeff-4f27bc525796_1',
  family: 'endpointSecurityAccountProtection',
  name: 'Local admin password solution (Windows LAPS)',
}

function asrInstance(mode: 'block' | 'audit'): Instance {
  const rules = [...Object.values(ASR_RULES).map(({ settingId }) => settingId), ...FURTHER_RULES]
  return groupInstance(
    ASR_GROUP,
    rules.map((rule) => choice(rule, mode)),
  )
}

const CREDENTIAL_PROTECTION: readonly Setting[] = [
  ...[LSA_PROTECTION, CREDENTIAL_GUARD, MEMORY_INTEGRITY, REMOTE_CREDENTIAL_GUARD].map(protectionChoice),
  choice(`${CONFIG}_deviceguard_enablevirtualizationbasedsecurity`, '1'),
]
const LAPS: readonly Setting[] = [protectionChoice(LAPS_BACKUP)]

/** Some of Microsoft's recommended block rules, with their rule that allows everything else. */
const BLOCKED = ['bginfo', 'cdb', 'csi', 'dnx', 'fsi', 'msbuild', 'mshta', 'rcsi', 'wmic', 'wsl'].map(
  (name) => `<Deny ID="ID_DENY_${name.toUpperCase()}" FriendlyName="${name}.exe" FileName="${name}.exe" />`,
)
const RECOMMENDED_BLOCK_RULES = [
  '<SiPolicy xmlns="urn:schemas-microsoft-com:sipolicy" PolicyType="Base Policy"><VersionEx>10.0.27685.0</VersionEx>',
  '<Rules><Rule><Option>Enabled:UMCI</Option></Rule></Rules>',
  `<FileRules><Allow ID="ID_ALLOW_A_1" FileName="*" />${BLOCKED.join('')}</FileRules></SiPolicy>`,
].join('')

const STRONG: readonly Sketch[] = [
  { name: 'ASD hardening - Microsoft 365 Apps', instances: choiceInstances(OFFICE_HARDENING), targets: EVERYWHERE },
  {
    name: 'ASD hardening - Office macros disabled',
    instances: [
      ...choiceInstances([
        ...MACRO_SETTINGS,
        choice(NO_MESSAGE_BAR, '1'),
        choice(`${OFFICE}~l_securitysettings${ONLY_V3_SIGNATURES}`, '1'),
      ]),
      ...MACRO_APPLICATIONS.flatMap(({ disabledCommands }) =>
        disabledCommands ? [enabledListInstance(disabledCommands, [ENABLE_CONTENT_COMMAND])] : [],
      ),
    ],
    targets: EVERYWHERE,
  },
  { name: 'ASD hardening - Microsoft Edge', instances: choiceInstances(EDGE_HARDENING), targets: ['allDevices'] },
  {
    name: 'ASD hardening - Attack surface reduction (block)',
    instances: [asrInstance('block')],
    targets: ['allDevices'],
    template: ASR_TEMPLATE,
  },
  {
    name: 'Windows - Internet Explorer and Java off',
    instances: choiceInstances([...INTERNET_EXPLORER_OFF, ...JAVA_OFF]),
    targets: ['allDevices'],
  },
  {
    name: 'Windows - PowerShell and command line logging',
    instances: choiceInstances([...POWERSHELL_LOGGING, ...COMMAND_LINE_LOGGING]),
    targets: ['allDevices'],
  },
  {
    name: 'Windows - Hello for Business',
    instances: [groupInstance(WINDOWS_HELLO_GROUP, WINDOWS_HELLO)],
    targets: ['allDevices'],
  },
  {
    name: 'Windows - App Control, built-in policy enforced',
    instances: choiceInstances(APP_CONTROL_ENFORCED),
    targets: ['allDevices'],
    template: APP_CONTROL_TEMPLATE,
    changedDaysAgo: 75,
  },
  {
    name: 'Windows - App Control, recommended block rules',
    instances: [
      choiceWithText(
        `${CONFIG}_applicationcontrolv2_buildoptions`,
        'upload_policy_selected',
        `${CONFIG}_applicationcontrolv2_xmlupload`,
        RECOMMENDED_BLOCK_RULES,
      ),
    ],
    targets: ['allDevices'],
    template: APP_CONTROL_TEMPLATE,
    changedDaysAgo: 33,
  },
  {
    name: 'Windows - Credential protection',
    instances: choiceInstances(CREDENTIAL_PROTECTION),
    targets: ['allDevices'],
  },
  {
    name: 'Windows - Local administrator passwords',
    instances: choiceInstances(LAPS),
    targets: ['allDevices'],
    template: LAPS_TEMPLATE,
  },
  { name: 'Android - work profiles', instances: [], targets: ['allUsers'], platforms: 'androidEnterprise' },
]

const OFFICE_HARDENING_DONE = Math.round(OFFICE_HARDENING.length * 0.7)

const INTERNET_MACROS_BLOCKED: readonly Setting[] = MACRO_APPLICATIONS.flatMap(({ blockInternet }) =>
  blockInternet ? [choice(blockInternet, '1')] : [],
)
/** Only in the applications that know the origin of a file: this tenant forgot the others. */
const SIGNED_MACROS_ONLY: readonly Setting[] = MACRO_APPLICATIONS.flatMap(({ blockInternet, warnings }) => {
  const notification = warnings.slice(0, warnings.lastIndexOf('_l_'))
  return blockInternet ? [choice(notification, '1', choice(warnings, '3'))] : []
})

const TYPICAL: readonly Sketch[] = [
  {
    name: 'Office hardening - first wave',
    instances: choiceInstances(OFFICE_HARDENING.slice(0, OFFICE_HARDENING_DONE)),
    targets: [{ group: 'firstWave' }],
  },
  {
    name: 'Office - macros from the internet blocked',
    instances: choiceInstances(INTERNET_MACROS_BLOCKED),
    targets: EVERYWHERE,
  },
  {
    name: 'Office - only signed macros',
    instances: choiceInstances(SIGNED_MACROS_ONLY),
    targets: ['allUsers', { notGroup: 'macroUsers' }],
  },
  {
    name: 'Edge - browser baseline',
    instances: choiceInstances(EDGE_HARDENING),
    targets: ['allDevices', { notGroup: 'meetingRooms' }],
  },
  {
    name: 'Attack surface reduction - audit',
    instances: [asrInstance('audit')],
    targets: ['allDevices'],
    template: ASR_TEMPLATE,
  },
  {
    name: 'Windows - PowerShell logging',
    instances: choiceInstances([...POWERSHELL_LOGGING, ...COMMAND_LINE_LOGGING.slice(0, 1)]),
    targets: ['allDevices'],
  },
  {
    name: 'Windows - Hello for Business',
    instances: [groupInstance(WINDOWS_HELLO_GROUP, WINDOWS_HELLO.slice(0, 1))],
    targets: [{ group: 'firstWave' }],
  },
  {
    name: 'Windows - Local administrator passwords',
    instances: choiceInstances(LAPS),
    targets: ['allDevices'],
    template: LAPS_TEMPLATE,
  },
  {
    name: 'App Control - watching',
    instances: choiceInstances([
      choice(
        `${CONFIG}_applicationcontrolv2_buildoptions`,
        'built_in_controls_selected',
        choice(`${CONFIG}_applicationcontrolv2_auditmode`, 'enabled'),
      ),
    ]),
    targets: [{ group: 'firstWave' }],
    template: APP_CONTROL_TEMPLATE,
    changedDaysAgo: 110,
  },
  {
    name: 'Attack surface reduction - block (draft)',
    instances: [asrInstance('block')],
    targets: [],
    template: ASR_TEMPLATE,
  },
]

const WEAK: readonly Sketch[] = [
  { name: 'Office Hardening Guidelines (imported)', instances: choiceInstances(OFFICE_HARDENING), targets: [] },
  { name: 'ASR test', instances: [asrInstance('audit')], targets: [], template: ASR_TEMPLATE },
]

export function configurationPolicyRows(recipe: Recipe, calendar: Calendar): Row[] {
  const sketches = recipe.baseline === 'strong' ? STRONG : recipe.baseline === 'typical' ? TYPICAL : WEAK
  return sketches.map(({ name, instances, targets, template, changedDaysAgo, platforms = 'windows10' }, position) => {
    const id = guidOf(recipe.seed, 'configuration', name)
    return {
      id,
      name,
      description: '',
      platforms,
      technologies: template ? 'mdm,microsoftSense' : 'mdm',
      createdDateTime: calendar.past(300 - position * 9, 300),
      lastModifiedDateTime:
        changedDaysAgo === undefined ? calendar.past(120 - position * 3, 410) : calendar.recent(changedDaysAgo, 410),
      creationSource: null,
      isAssigned: targets.length > 0,
      priorityMetaData: null,
      roleScopeTagIds: ['0'],
      settingCount: instances.length,
      templateReference: {
        templateId: template?.id ?? '',
        templateFamily: template?.family ?? 'none',
        templateDisplayName: template?.name ?? null,
        templateDisplayVersion: template ? 'Version 1' : null,
      },
      assignments: assignmentRows(recipe, id, targets),
      settings: instances.map((settingInstance, index) => ({ id: String(index), settingInstance })),
    }
  })
}
