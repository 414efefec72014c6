import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { assignmentRows } from './assignments.ts'

interface Script {
  name: string
  description: string
  runAs: 'system' | 'user'
  detection: string
  remediation: string
}

const removal = (feature: string): Pick<Script, 'detection' | 'remediation'> => ({
  detection: `if ((Get-WindowsOptionalFeature -Online -FeatureName ${feature}).State -eq 'Enabled') { exit 1 }`,
  remediation: `Disable-WindowsOptionalFeature -Online -FeatureName ${feature} -NoRestart`,
})

const OFFICE_KEYS = `$keys = 'Word', 'Excel', 'PowerPoint', 'Outlook' | ForEach-Object {
  "HKCU:\\Software\\Microsoft\\Office\\16.0\\$_\\Security"
}`

const DOTNET: Script = {
  name: 'Windows - .NET Framework 3.5 removed',
  description: 'Removes the optional feature that holds .NET 2.0, 3.0 and 3.5.',
  runAs: 'system',
  ...removal('NetFx3'),
}

const SCRIPTS: readonly Script[] = [
  {
    name: 'Office - embedded packages blocked',
    description: 'Keeps Office from activating packages embedded in documents.',
    runAs: 'user',
    detection: `${OFFICE_KEYS}
foreach ($key in $keys) { if ((Get-ItemProperty $key -ErrorAction Ignore).PackagerPrompt -ne 2) { exit 1 } }`,
    remediation: `${OFFICE_KEYS}
foreach ($key in $keys) {
  New-Item $key -Force | Out-Null
  Set-ItemProperty $key -Name PackagerPrompt -Value 2 -Type DWord
}`,
  },
  DOTNET,
  {
    name: 'Windows - PowerShell 2.0 removed',
    description: 'Removes the optional feature of Windows PowerShell 2.0.',
    runAs: 'system',
    ...removal('MicrosoftWindowsPowerShellV2Root'),
  },
]

const encode = (script: string): string => Buffer.from(script, 'utf8').toString('base64')

/** Remediation scripts with their content. The typical tenant has one, which only detects. */
export function healthScriptRows(recipe: Recipe, calendar: Calendar): Row[] {
  const isStrong = recipe.baseline === 'strong'
  const scripts = isStrong ? SCRIPTS : recipe.baseline === 'typical' ? [DOTNET] : []
  return scripts.map(({ name, description, runAs, detection, remediation }) => {
    const id = guidOf(recipe.seed, 'healthScript', name)
    const schedule = {
      runRemediationScript: isStrong,
      runSchedule: { '@odata.type': '#microsoft.graph.deviceHealthScriptDailySchedule', interval: 1, useUtc: false },
    }
    return {
      id,
      publisher: recipe.organization,
      version: '1',
      displayName: name,
      description,
      detectionScriptContent: encode(detection),
      remediationScriptContent: encode(remediation),
      createdDateTime: calendar.past(200),
      lastModifiedDateTime: calendar.past(150),
      runAsAccount: runAs,
      enforceSignatureCheck: false,
      runAs32Bit: false,
      roleScopeTagIds: ['0'],
      isGlobalScript: false,
      highestAvailableVersion: null,
      deviceHealthScriptType: 'deviceHealthScript',
      assignments: assignmentRows(recipe, id, isStrong ? ['allDevices'] : [{ group: 'firstWave' }], schedule),
    }
  })
}

/** The same scripts as in a list, which omits their content. */
export function listedScripts(scripts: readonly Row[]): Row[] {
  return scripts.map((script) => ({ ...script, detectionScriptContent: null, remediationScriptContent: null }))
}
