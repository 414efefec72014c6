/**
 * Advanced hunting over the data that Microsoft Defender for Endpoint Plan 2 collects from devices, in Kusto. The queries
 * ask for facts with their dates and never for "the last N days": checks decide later what is overdue, relative to the
 * time of evaluation. None returns more than two rows per device, so that the largest tenants stay below the 100,000 rows
 * that one response may contain.
 * Tables and columns: the advanced hunting schema reference of Microsoft Defender XDR (`DeviceTvmSoftwareInventory`,
 * `DeviceTvmSoftwareVulnerabilities` and its `KB`, `DeviceTvmInfoGathering`, `DeviceInfo`).
 */

import type { Dataset } from './dataset.ts'
import { DEFENDER_P2 } from './service-plans.ts'

/** No response has more rows, and one with this many may be incomplete (Microsoft Graph, `runHuntingQuery`). */
export const MAX_HUNTING_ROWS = 100_000

/**
 * Office suites, browsers, email and PDF software, security products and Flash Player, by their names in Defender's
 * software inventory.
 */
const LISTED_NAMES = [
  '365_apps',
  'office',
  'outlook',
  'libreoffice',
  'openoffice',
  'wps_office',
  'edge',
  'edge_chromium-based',
  'edge_webview2_runtime',
  'internet_explorer',
  'chrome',
  'firefox',
  'firefox_esr',
  'opera',
  'brave',
  'vivaldi',
  'safari',
  'thunderbird',
  'thunderbird_esr',
  'em_client',
  'acrobat',
  'acrobat_dc',
  'acrobat_reader',
  'acrobat_reader_dc',
  'foxit_reader',
  'pdf_reader',
  'pdf_editor',
  'phantompdf',
  'nitro_pro',
  'pdf-xchange_editor',
  'sumatrapdf',
  'flash_player',
  'malware_protection_engine',
  'defender_antimalware_platform',
]

/** Vendors whose products all count as security products. */
const SECURITY_VENDORS = [
  'avast',
  'avg',
  'bitdefender',
  'broadcom_symantec',
  'crowdstrike',
  'eset',
  'f-secure',
  'kaspersky',
  'kaspersky_lab',
  'malwarebytes',
  'mcafee',
  'norton',
  'sentinelone',
  'sophos',
  'symantec',
  'trellix',
  'trendmicro',
  'trend_micro',
  'webroot',
  'withsecure',
]

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

const IS_LISTED = `SoftwareName in~ (${quoted(LISTED_NAMES)}) or SoftwareVendor in~ (${quoted(SECURITY_VENDORS)})`

/** The tables also list operating systems, which other checks evaluate. */
const IS_APPLICATION = `not(SoftwareName matches regex @"^(windows_(7|8|10|11|server|vista|xp)|mac_?os|ios|android|linux_|ubuntu|debian|red_hat|rhel|centos|suse|fedora)")`

/** One row per device that reports its software, with the products that are out of support. */
const SOFTWARE_INVENTORY = `DeviceTvmSoftwareInventory
| where ${IS_APPLICATION}
| extend Listed = ${IS_LISTED}, Ended = EndOfSupportStatus startswith "EOS", Product = strcat(SoftwareName, " ", SoftwareVersion)
| summarize ListedEnded = make_set_if(Product, Listed and Ended, 10), OtherEnded = make_set_if(Product, not(Listed) and Ended, 10) by DeviceId, DeviceName`

/**
 * Up to two rows per device with open vulnerabilities that have a fix, one for the listed software and one for the rest:
 * the publication date of the oldest with known exploit code, of the oldest critical one, and of the oldest other one.
 */
const SOFTWARE_VULNERABILITIES = `DeviceTvmSoftwareVulnerabilities
| where ${IS_APPLICATION}
| where not(tostring(CveTags) has "NoSecurityUpdate")
| join kind=inner (DeviceTvmSoftwareVulnerabilitiesKB | project CveId, PublishedDate, IsExploitAvailable) on CveId
| extend Listed = ${IS_LISTED}, IsCritical = VulnerabilitySeverityLevel =~ "Critical"
| summarize OldestExploitable = minif(PublishedDate, IsExploitAvailable), OldestCritical = minif(PublishedDate, IsCritical), OldestOther = minif(PublishedDate, not(IsExploitAvailable) and not(IsCritical)), Software = make_set(SoftwareName, 5) by DeviceId, DeviceName, Listed`

/** One row per device that Defender knows, whether onboarded or only discovered on the network. */
const DEVICE_ONBOARDING = `DeviceInfo
| summarize arg_max(Timestamp, DeviceName, AadDeviceId, OSPlatform, OnboardingStatus) by DeviceId
| project DeviceId, DeviceName, AadDeviceId, OSPlatform, OnboardingStatus, LastSeen = Timestamp`

/**
 * The devices that report how Microsoft Defender Antivirus runs, by mode: the newest of a device that was reinstalled.
 * Each mode has at most 64 rows with a part of its devices, because a value of a row may have at most 1 MB.
 * `AdditionalFields.AvMode` is in Microsoft's own query "Microsoft Defender AV mode device count" (Azure/Azure-Sentinel);
 * its values are those of `avMode` in Microsoft's "Export device antivirus health details API".
 */
const ANTIVIRUS_MODES = `DeviceTvmInfoGathering
| extend Mode = tostring(AdditionalFields.AvMode)
| where isnotempty(Mode)
| summarize arg_max(Timestamp, Mode) by DeviceId
| join kind=inner (DeviceInfo | where isnotempty(AadDeviceId) | summarize arg_max(Timestamp, AadDeviceId) by DeviceId | project DeviceId, AadDeviceId) on DeviceId
| summarize arg_max(Timestamp, Mode) by AadDeviceId
| summarize AadDeviceIds = make_list(AadDeviceId) by Mode, Part = hash(AadDeviceId, 64)
| project Mode, AadDeviceIds`

const hunting = (key: string, name: string, hunt: string): Dataset => ({
  key,
  name,
  apiVersion: 'v1.0',
  path: '/security/runHuntingQuery',
  hunt,
  permission: 'ThreatHunting.Read.All',
  rateClass: 'security',
  shape: 'list',
  servicePlans: DEFENDER_P2,
  optional: true,
})

export const HUNTING_DATASETS: readonly Dataset[] = [
  hunting('softwareInventory', 'Defender’s software inventory', SOFTWARE_INVENTORY),
  hunting('softwareVulnerabilities', 'the software vulnerabilities that Defender finds', SOFTWARE_VULNERABILITIES),
  hunting('deviceOnboarding', 'the devices that Defender knows', DEVICE_ONBOARDING),
  hunting('antivirusModes', 'how Microsoft Defender Antivirus runs on devices', ANTIVIRUS_MODES),
]
