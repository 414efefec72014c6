import { featureCheck } from '../../readers/intune/windows-features.ts'

/**
 * ISM-1621. Windows 11 24H2 lost PowerShell 2.0 with the update of August 2025 (KB5063878, build 26100.4946), and no
 * later version has it (Microsoft support article 5065506).
 */
export const powershell2Removed = featureCheck({
  id: 'powershell-2-removed',
  effect: 'Windows PowerShell 2.0 is absent',
  expected: 'Windows PowerShell 2.0 is disabled or removed on all Windows devices.',
  script: /(disable|remove|uninstall)[^\n]*(microsoftwindowspowershellv2|powershell-v2)/i,
  byItself: ({ build = 0, revision = 0 }) => build > 26100 || (build === 26100 && revision >= 4946),
})
