import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserHardening } from '../../../src/engine/checks/hardening/browser-hardening.ts'
import { officeMacroAntivirus } from '../../../src/engine/checks/office/office-macro-antivirus.ts'
import type { Check } from '../../../src/engine/model/check.ts'
import { rulesOf } from '../../../src/engine/readers/intune/rules.ts'
import { EDGE_HARDENING } from '../../../src/engine/readers/settings/edge-hardening.ts'
import { MACRO_SCAN_SCOPE, parentOf } from '../../../src/engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../src/engine/readers/settings/macros-disabled.ts'
import { OFFICE_HARDENING } from '../../../src/engine/readers/settings/office-hardening.ts'
import { choice, enabledWith, flattenSettings, type Setting } from '../../../src/engine/readers/settings/setting.ts'
import { nameOption, nameSetting } from '../../../src/engine/readers/settings/titles.ts'
import * as windows from '../../../src/engine/readers/settings/windows-hardening.ts'
import { PARAMETERS, tenantOf } from '../snapshot-builder.ts'
import { smallTenant } from '../tenant-builder.ts'

const LISTS = [
  EDGE_HARDENING,
  MACRO_SETTINGS,
  OFFICE_HARDENING,
  windows.INTERNET_EXPLORER_OFF,
  windows.JAVA_OFF,
  windows.POWERSHELL_LOGGING,
  windows.COMMAND_LINE_LOGGING,
  windows.WINDOWS_HELLO,
  windows.APP_CONTROL_ENFORCED,
]

test('every setting that is looked for has a title, and no two rules of a list share it', () => {
  for (const list of LISTS) {
    const rules = rulesOf(list)
    for (const { name } of rules) {
      assert.match(name, /^\S.* .*\S$/)
      assert.doesNotMatch(name, /_|vendor/)
    }
    assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length)
  }
})

test('an unknown setting has the last part of its id as its name, and a child the title of its parent', () => {
  assert.deepEqual(nameSetting('device_vendor_msft_policy_config_update_branch_v2'), { name: 'branch_v2' })
  assert.equal(nameSetting(MACRO_SCAN_SCOPE).title, 'Macro Runtime Scan Scope')
})

test('what fails has the title of the setting, and a value that was read has the words of an administrator', () => {
  const evaluate = (check: Check, settings: readonly Setting[]) =>
    check.evaluate(tenantOf(smallTenant({ licence: 'e5', policies: { Policy: settings } })), PARAMETERS)
  const wrong = flattenSettings(EDGE_HARDENING).map(({ definitionId }) => choice(definitionId, 'other'))
  assert.equal(
    evaluate(browserHardening, wrong).affected?.items[3],
    'Configure Do Not Track (in place on 0 of 10 devices)',
  )
  const scan = enabledWith(parentOf(MACRO_SCAN_SCOPE), 'l_macroruntimescanscopeenum', '1')
  assert.match(
    evaluate(officeMacroAntivirus, [scan]).observed,
    /“Policy” sets “Macro Runtime Scan Scope” to “Enable for low trust documents”/,
  )
})

test('options of administrative templates have the words that administrators see, whether a switch or its list', () => {
  const office =
    'user_vendor_msft_policy_config_word16v2~policy~l_microsoftofficeword~l_wordoptions~l_security~l_trustcenter'
  const names = [
    nameOption(`${office}_l_vbawarningspolicy`, '1'),
    nameOption(`${office}_l_vbawarningspolicy_l_empty19`, '2'),
    nameOption(`${office}_l_vbawarningspolicy_l_empty19`, '4'),
    nameOption(`${office}_l_blockmacroexecutionfrominternet`, '0'),
    nameOption(parentOf(MACRO_SCAN_SCOPE), '1'),
    nameOption(MACRO_SCAN_SCOPE, '2'),
    nameOption('device_vendor_msft_policy_config_internetexplorer_internetzonejavapermissions_iz_partname1c00', '0'),
    nameOption('device_vendor_msft_policy_config_internetexplorer_disableinternetexplorerapp', '1'),
  ]
  assert.deepEqual(names, [
    'Enabled',
    'Disable VBA macros with notification',
    'Disable VBA macros without notification',
    'Disabled',
    'Enabled',
    'Enable for all documents',
    'Disable Java',
    'Enabled',
  ])
})

test('an option has the words of its vendor where they are known', () => {
  const laps = 'device_vendor_msft_laps_policies_backupdirectory'
  const guard = 'device_vendor_msft_policy_config_deviceguard_lsacfgflags'
  assert.deepEqual(
    [
      nameOption(laps, '1'),
      nameOption(guard, '2'),
      nameOption(laps, '7'),
      nameOption(laps, ''),
      nameOption('something_else', '1'),
    ],
    ['Microsoft Entra ID', 'Enabled without UEFI lock', '7', '', '1'],
  )
})
