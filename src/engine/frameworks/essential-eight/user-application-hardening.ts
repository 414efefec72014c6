import { DETECTION_AND_RESPONSE } from './detection-and-response.ts'
import { OUTSIDE_INTUNE_OR_MACS, UNSEEN_BY_RULES } from './not-seen.ts'
import { control, type Strategy } from './strategy.ts'

export const USER_APPLICATION_HARDENING: Strategy = {
  group: { id: 'user-application-hardening', name: 'User application hardening' },
  controls: [
    control('ISM-1654', {
      levels: [1, 2, 3],
      proof: ['internet-explorer-disabled'],
      cannotShow: 'Servers, computers that are not in Intune, and whether Edge is updated on Windows 10.',
      statement: 'Internet Explorer 11 cannot be started on any device.',
      remedy:
        'Move devices to Windows 11, or assign the Intune setting that turns off Internet Explorer 11 as a standalone browser.',
    }),
    control('ISM-1486', {
      levels: [1, 2, 3],
      parts: ['browser-java'],
      cannotShow: 'Edge’s Internet Explorer mode, browsers of other vendors, and computers that are not in Intune.',
      statement: 'Browsers do not run Java that comes from the internet.',
      remedy:
        'Use only current browsers, which have no Java plug-in, and disable Java permissions in the Internet zone with an Intune policy.',
    }),
    control('ISM-1485', {
      levels: [1, 2, 3],
      parts: ['browser-advertisements'],
      cannotShow: 'Advertisement blockers, DNS filters, other browsers, and all but the intrusive advertisements.',
      statement: 'Browsers do not load advertisements from the internet.',
      remedy:
        'Block intrusive advertisements with the Edge policy in Intune, and install an approved ad blocker or a filtering DNS service for all browsers.',
    }),
    control('ISM-1412', {
      levels: [2, 3],
      parts: ['browser-hardening'],
      cannotShow: 'Browsers other than Edge, and the guidance of their vendors.',
      statement:
        'Browsers follow the hardening guidance of ASD and of their vendor; where the two differ, the stricter one applies.',
      remedy:
        'Import Microsoft’s Intune policy for the ASD Edge guidance, add the settings in which the Edge security baseline is stricter, assign it to all devices, and do the same for other browsers.',
    }),
    control('ISM-1585', {
      levels: [1, 2, 3],
      parts: ['browser-settings-locked'],
      cannotShow: 'Browsers other than Edge, and computers that are not in Intune.',
      statement: 'Users cannot alter the security settings of their browser.',
      remedy:
        'Deliver browser security settings as mandatory Intune policies rather than recommended ones, and remove browsers that you do not manage.',
    }),
    control('ISM-1667', {
      levels: [2, 3],
      proof: ['office-child-processes'],
      cannotShow: UNSEEN_BY_RULES,
      statement: 'Office applications cannot start other programs.',
      remedy:
        'Set the attack surface reduction rule against child processes of Office applications to block in Intune and assign it to all devices; audit mode does not count.',
    }),
    control('ISM-1668', {
      levels: [2, 3],
      proof: ['office-executable-content'],
      cannotShow: UNSEEN_BY_RULES,
      statement: 'Office applications cannot write programs or scripts to disk.',
      remedy:
        'Set the attack surface reduction rule against executable content from Office applications to block in Intune and assign it to all devices.',
    }),
    control('ISM-1669', {
      levels: [2, 3],
      proof: ['office-code-injection'],
      cannotShow: UNSEEN_BY_RULES,
      statement: 'Office applications cannot inject code into other running programs.',
      remedy:
        'Set the attack surface reduction rule against code injection by Office applications to block in Intune and assign it to all devices.',
    }),
    control('ISM-1542', {
      levels: [2, 3],
      parts: ['office-ole-packages'],
      cannotShow: 'What a script really does on a device, and computers that are not in Intune.',
      statement: 'Files embedded in Office documents as OLE packages cannot be opened from there.',
      remedy:
        'Set the PackagerPrompt registry value to 2 for every Office application and user, for example with an Intune remediation script.',
    }),
    control('ISM-1859', {
      levels: [2, 3],
      parts: ['office-hardening'],
      cannotShow:
        'Where Microsoft’s guidance is stricter than that of ASD, Office on Macs, and computers that are not in Intune.',
      statement:
        'Office follows the hardening guidance of ASD and of Microsoft; where the two differ, the stricter one applies.',
      remedy:
        'Import Microsoft’s Intune policy for the ASD Office hardening guidance, compare it with the Microsoft 365 Apps baseline, and assign it to all users.',
    }),
    control('ISM-1823', {
      levels: [2, 3],
      proof: ['office-settings-locked'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement: 'Users cannot alter the security settings of Office.',
      remedy: 'Deliver the Office security settings as mandatory policy from Intune, assigned to every Office user.',
    }),
    control('ISM-1670', {
      levels: [2, 3],
      parts: ['pdf-child-processes'],
      cannotShow:
        'PDF software of other vendors, browsers included, and, without Plan 2 of Defender, whether its antivirus is active.',
      statement: 'PDF software cannot start other programs.',
      remedy:
        'Set the attack surface reduction rule against child processes of Adobe Reader to block in Intune and assign it to all devices.',
    }),
    control('ISM-1860', {
      levels: [2, 3],
      parts: ['pdf-hardening'],
      cannotShow: 'PDF software of other vendors, and Adobe’s settings that do not concern active content.',
      statement:
        'PDF software follows the hardening guidance of ASD and of its vendor; where the two differ, the stricter one applies.',
      remedy:
        'Apply the PDF vendor’s hardening guide: with Adobe, turn off JavaScript, and lock Protected Mode and Protected View on, through Intune.',
    }),
    control('ISM-1824', {
      levels: [2, 3],
      statement: 'Users cannot alter the security settings of their PDF software.',
      remedy:
        'Set the security options of the PDF software through machine policy, such as Adobe’s FeatureLockDown registry key, and remove other PDF readers.',
    }),
    control('ISM-1655', {
      levels: [3],
      parts: ['dotnet-35-removed'],
      cannotShow: 'What a script really does on a device, servers, and computers that are not in Intune.',
      statement: '.NET Framework 3.5, with the 2.0 and 3.0 parts it contains, is off or uninstalled.',
      remedy:
        'Remove the NetFx3 optional feature from all Windows devices with an Intune script, after checking which old applications still need it.',
    }),
    control('ISM-1621', {
      levels: [3],
      parts: ['powershell-2-removed'],
      cannotShow: 'What a script really does on a device, servers, and computers that are not in Intune.',
      statement: 'The old PowerShell 2.0 engine is off or uninstalled.',
      remedy:
        'Remove the Windows PowerShell 2.0 optional feature with an Intune script, or move to a Windows 11 release that no longer contains it.',
    }),
    control('ISM-1622', {
      levels: [3],
      parts: ['powershell-constrained-language'],
      cannotShow: 'The language mode itself, servers, and computers that are not in Intune.',
      statement: 'PowerShell runs in its constrained language mode.',
      remedy:
        'Enforce an App Control for Business policy that covers scripts: PowerShell then limits itself for everything that is not approved.',
    }),
    control('ISM-1623', {
      levels: [2, 3],
      parts: ['powershell-logging'],
      cannotShow: 'Whether the events reach a central log, servers, and computers that are not in Intune.',
      statement: 'PowerShell modules, script blocks and transcripts are recorded in one central log.',
      remedy:
        'Turn on module logging, script block logging and transcription in the Intune settings catalog, and forward these events to your central log.',
    }),
    control('ISM-1889', {
      levels: [2, 3],
      parts: ['command-line-logging'],
      cannotShow: 'Whether the events of Windows reach a central log, servers, and computers that are not in Intune.',
      statement: 'Every process that is started is recorded, with its command line, in one central log.',
      remedy:
        'Audit process creation and include the command line with Intune policies, and forward the events, or stream process events from Defender for Endpoint, to your central log.',
    }),
    ...DETECTION_AND_RESPONSE,
  ],
}
