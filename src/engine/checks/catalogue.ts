import type { Check } from '../model.ts'
import {
  officeChildProcesses,
  officeCodeInjection,
  officeExecutableContent,
  officeMacrosWin32Api,
  pdfChildProcesses,
} from './attack-surface-reduction.ts'
import {
  browserAdvertisements,
  browserHardening,
  browserJava,
  browserSettingsLocked,
  internetExplorerDisabled,
} from './browser-hardening.ts'
import { incidentTriage, workstationLogTriage } from './incidents.ts'
import { mfaAllUsers } from './mfa-all-users.ts'
import { mfaDataRepositories, mfaPhishingResistantDataRepositories } from './mfa-data-repositories.ts'
import { mfaEventsLogged } from './mfa-events-logged.ts'
import { mfaFactors } from './mfa-factors.ts'
import { mfaPhishingResistant } from './mfa-phishing-resistant.ts'
import { mfaPrivilegedUsers } from './mfa-privileged-users.ts'
import { mfaThirdPartyServices } from './mfa-third-party-services.ts'
import { officeHardening, officeSettingsLocked } from './office-hardening.ts'
import {
  officeMacroAntivirus,
  officeMacroSettingsLocked,
  officeMacrosDisabled,
  officeMacrosInternetBlocked,
  officeMacrosTrustedOnly,
  officeMacrosUntrustedPublisher,
  officeMacrosV3Signatures,
} from './office-macros.ts'
import { pdfHardening } from './pdf-hardening.ts'
import { powershellConstrainedLanguage } from './powershell-language.ts'
import { commandLineLogging, powershellLogging } from './powershell-logging.ts'
import { dotnet35Removed, officeOlePackages, powershell2Removed } from './windows-features.ts'
import { mfaPhishingResistantLogon, mfaWorkstationLogon } from './windows-hello.ts'

const LIST: readonly Check[] = [
  mfaAllUsers,
  mfaThirdPartyServices,
  mfaPrivilegedUsers,
  mfaWorkstationLogon,
  mfaDataRepositories,
  mfaFactors,
  mfaPhishingResistant,
  mfaPhishingResistantLogon,
  mfaPhishingResistantDataRepositories,
  mfaEventsLogged,
  workstationLogTriage,
  incidentTriage,
  officeMacrosDisabled,
  officeMacrosTrustedOnly,
  officeMacrosUntrustedPublisher,
  officeMacrosV3Signatures,
  officeMacrosInternetBlocked,
  officeMacroAntivirus,
  officeMacrosWin32Api,
  officeMacroSettingsLocked,
  internetExplorerDisabled,
  browserJava,
  browserAdvertisements,
  browserHardening,
  browserSettingsLocked,
  officeChildProcesses,
  officeExecutableContent,
  officeCodeInjection,
  officeOlePackages,
  officeHardening,
  officeSettingsLocked,
  pdfChildProcesses,
  pdfHardening,
  dotnet35Removed,
  powershell2Removed,
  powershellConstrainedLanguage,
  powershellLogging,
  commandLineLogging,
]

/** Every check by its id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(LIST.map((check) => [check.id, check]))
