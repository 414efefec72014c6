/**
 * The questions put to advanced hunting of Microsoft Defender, in Kusto. They ask for facts with their dates and never
 * for "the last N days": what is overdue is judged later, against the moment of judgement. Each gives a row or two per
 * device, so that the largest tenants stay below the 100,000 rows that one answer may hold.
 * Tables and columns: the advanced hunting schema reference of Microsoft Defender XDR (`DeviceTvmSoftwareInventory`,
 * `DeviceTvmSoftwareVulnerabilities` and its `KB`, `DeviceInfo`).
 */

/** More rows than this are never given; as many mean that some may be missing (Microsoft Graph, `runHuntingQuery`). */
export const MOST_HUNTING_ROWS = 100_000

/**
 * Office suites, browsers, mail and PDF software, security products and Flash Player, by the names that Defender's
 * software inventory gives them.
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

/** Makers of security products: whatever they make counts as one. */
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

/** Operating systems stand in the same tables, and are judged elsewhere. */
const IS_APPLICATION = `not(SoftwareName matches regex @"^(windows_(7|8|10|11|server|vista|xp)|mac_?os|ios|android|linux_|ubuntu|debian|red_hat|rhel|centos|suse|fedora)")`

/** One row per device that reports its software, with what has passed its end of support. */
export const SOFTWARE_INVENTORY = `DeviceTvmSoftwareInventory
| where ${IS_APPLICATION}
| extend Listed = ${IS_LISTED}, Ended = EndOfSupportStatus startswith "EOS", Product = strcat(SoftwareName, " ", SoftwareVersion)
| summarize ListedEnded = make_set_if(Product, Listed and Ended, 10), OtherEnded = make_set_if(Product, not(Listed) and Ended, 10) by DeviceId, DeviceName`

/**
 * Up to two rows per device with open flaws that have a fix, one for the listed software and one for the rest: the day
 * the oldest was published, of those with known exploit code, of the critical ones and of all others.
 */
export const SOFTWARE_VULNERABILITIES = `DeviceTvmSoftwareVulnerabilities
| where ${IS_APPLICATION}
| where not(tostring(CveTags) has "NoSecurityUpdate")
| join kind=inner (DeviceTvmSoftwareVulnerabilitiesKB | project CveId, PublishedDate, IsExploitAvailable) on CveId
| extend Listed = ${IS_LISTED}, IsCritical = VulnerabilitySeverityLevel =~ "Critical"
| summarize OldestExploitable = minif(PublishedDate, IsExploitAvailable), OldestCritical = minif(PublishedDate, IsCritical), OldestOther = minif(PublishedDate, not(IsExploitAvailable) and not(IsCritical)), Software = make_set(SoftwareName, 5) by DeviceId, DeviceName, Listed`

/** One row per device that Defender knows, onboarded or only found on the network. */
export const DEVICE_ONBOARDING = `DeviceInfo
| summarize arg_max(Timestamp, DeviceName, AadDeviceId, OSPlatform, OnboardingStatus) by DeviceId
| project DeviceId, DeviceName, AadDeviceId, OSPlatform, OnboardingStatus, LastSeen = Timestamp`
