import type { Remedy } from '../../model/remedy.ts'
import { INTUNE } from '../links/device-pages.ts'
import { ESSENTIAL_EIGHT, POLICY_FILES } from '../links/hardening-guides.ts'
import { LEARN } from '../links/learn-pages.ts'
import { INTUNE_LICENCE } from '../links/licences.ts'
import { intuneSettings } from '../scripts/intune-settings.ts'
import { extendPolicy } from '../steps/extend.ts'

export const BROWSERS: readonly Remedy[] = [
  {
    id: 'harden-browsers-by-policy',
    title: 'Secure every browser with a policy that users cannot change',
    checks: ['browser-hardening', 'browser-settings-locked'],
    requirements: ['ISM-1412', 'ISM-1585'],
    why: 'Most harmful downloads and stolen passwords come through the browser, and a warning that people can click away protects nobody in a hurry.',
    extend: extendPolicy('many of the browser settings'),
    steps: [
      {
        text: 'List the browsers in use with Apps > Monitor > Discovered apps in Intune. Uninstall those that nobody needs, so that there is less to secure.',
      },
      {
        text: 'Download “ACSC Edge Hardening Guidelines.json” from Microsoft’s repository and create the policy from it with the script; it is not assigned to anybody yet. By hand, the same settings are in the category “Microsoft Edge” of a settings catalog policy.',
        link: POLICY_FILES,
      },
      {
        text: 'Whatever you add, use the category “Microsoft Edge” and not “Microsoft Edge - Default Settings (users can override)”: only the first is mandatory.',
      },
      {
        text: 'Open Endpoint security > Security baselines > Security Baseline for Microsoft Edge, compare it with that policy, and take the stricter value where they differ. Two policies with different values for one setting count as a conflict.',
      },
      {
        text: 'Assign the policy to a pilot group for a week, because it stops saved passwords, developer tools and some downloads, then to all Windows devices. Offer a password manager first.',
      },
      {
        text: 'For Chrome, Firefox and Safari, deliver what their vendors recommend in the same way: Chrome has a category of its own in the settings catalog, Firefox an administrative template, Safari a profile for Macs.',
      },
      {
        text: 'Use application control to prevent people from installing other browsers, and look at the settings page of each browser as an ordinary user: a lock or a note marks what is managed.',
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Authentication, with DeviceManagementConfiguration.ReadWrite.All (Read.All to check)',
      check: `# The settings catalog policies that exist, and whether each is assigned
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
(Invoke-MgGraphRequest -Method GET -Uri $uri -OutputType PSObject).value |
  Select-Object name, settingCount, isAssigned`,
      change: `# Creates the policy without an assignment, so it reaches nobody yet
$body = Get-Content -Raw -Path '.\\ACSC Edge Hardening Guidelines.json'
$uri = 'https://graph.microsoft.com/beta/deviceManagement/configurationPolicies'
Invoke-MgGraphRequest -Method POST -Uri $uri -Body $body -ContentType 'application/json'`,
    },
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice:
      'The browser no longer offers to save passwords, warnings about dangerous sites and downloads cannot be skipped, and some settings are locked.',
    effort: 'days',
    verified:
      'The next run reads the Edge settings in Intune and expects each of ASD’s settings with its value, from mandatory policy, on 98% of the managed Windows devices. For other browsers, answer the questionnaire and show the policies.',
    documentation: [ESSENTIAL_EIGHT.applications, LEARN.edgePolicies],
  },
  {
    id: 'block-advertisements-in-browsers',
    title: 'Block advertisements in every browser',
    checks: ['browser-advertisements'],
    requirements: ['ISM-1485'],
    why: 'Criminals buy advertisements that lead to fake downloads and sign-in pages, even above the search results of well-known software.',
    steps: [
      {
        text: 'In Intune, open Devices > Manage devices > Configuration. In a settings catalog policy, category Microsoft Edge, set “Ads setting for sites with intrusive ads” to Enabled with “Block ads on sites with intrusive ads”, and assign it to all Windows devices.',
        link: INTUNE.start,
      },
      {
        text: 'That blocks only the worst advertisements. Choose a second means for all others: an advertisement blocker as a mandatory extension, a DNS filter, or a firewall.',
      },
      {
        text: 'For an extension, add it to “Control which extensions are installed silently” in Edge, and to the same policy of each other browser.',
      },
      {
        text: 'For a DNS filter, point the DNS of your network to it and install its client on laptops, so that it also works at home. Turn off DNS over HTTPS in each browser, because it would bypass the filter.',
      },
      {
        text: 'Open a news site in each browser, in the office and on a mobile connection, and save screenshots. Agree on how people report a page that no longer works.',
      },
    ],
    script: intuneSettings('adssettingforintrusiveadssites'),
    licence: `${INTUNE_LICENCE}; blockers may cost extra`,
    requires: ['intune'],
    usersNotice: 'Web pages load faster and without advertisements. A few pages ask people to turn the blocker off.',
    effort: 'hours',
    verified:
      'The next run reads the Edge setting in Intune and expects it on 98% of the managed Windows devices. For the blocker or filter, answer the questionnaire and show its policy.',
    documentation: [LEARN.edgePolicies, ESSENTIAL_EIGHT.applications],
  },
  {
    id: 'stop-java-in-browsers',
    title: 'Stop browsers from running Java from the internet',
    checks: ['browser-java'],
    requirements: ['ISM-1486'],
    why: 'Java in a browser lets a web page run a program on the computer; current browsers no longer can, and one old browser is enough to bring the danger back.',
    steps: [
      {
        text: 'In Apps > Monitor > Discovered apps, look for Java and for old versions of browsers, and ask who needs Java for a program outside the browser.',
      },
      {
        text: 'Uninstall browsers that are out of support, and Java wherever no program needs it.',
      },
      {
        text: 'For Windows 10, add “Java permissions” to a settings catalog policy, from Administrative Templates > Windows Components > Internet Explorer > Internet Control Panel > Security Page > Internet Zone, and choose Enabled with “Disable Java”. Assign it to all devices.',
        link: INTUNE.start,
      },
      {
        text: 'If an internal application still needs a Java applet, ask its vendor for a replacement and isolate the computer meanwhile.',
      },
    ],
    script: intuneSettings('internetzonejavapermissions|disableinternetexplorerapp'),
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'People notice nothing unless they use a web application from before 2017 that is built on Java.',
    effort: 'hours',
    verified:
      'The next run expects Windows 11, Internet Explorer switched off or the Java setting on 98% of the managed Windows devices. For other browsers, answer the questionnaire and show the list with versions.',
    documentation: [ESSENTIAL_EIGHT.applications],
  },
  {
    id: 'remove-internet-explorer',
    title: 'Remove or switch off Internet Explorer 11 everywhere',
    checks: ['internet-explorer-disabled'],
    requirements: ['ISM-1654'],
    why: 'Internet Explorer gets no more security fixes, and attackers start it on purpose because it is the weakest browser on the computer.',
    steps: [
      {
        text: 'Move computers to Windows 11, which no longer contains Internet Explorer; Windows 10 itself has been out of free support since October 2025.',
      },
      {
        text: 'Give the remaining Windows 10 computers a settings catalog policy: in Administrative Templates > Windows Components > Internet Explorer, set “Disable Internet Explorer 11 as a standalone browser” to Enabled, with “Never” for the notice.',
        link: {
          title: 'Disable Internet Explorer 11',
          url: 'https://learn.microsoft.com/deployedge/edge-ie-disable-ie11',
        },
      },
      {
        text: 'Offer old internal sites in IE mode of Microsoft Edge, through a site list with an end date for each.',
      },
      {
        text: 'On servers, set the same policy in Group Policy. Where nobody needs IE mode either, remove the feature with Disable-WindowsOptionalFeature -Online -FeatureName Internet-Explorer-Optional-amd64.',
      },
      { text: 'Start iexplore.exe on a computer and a server of each kind: Edge must open instead, or nothing.' },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Windows PowerShell as an administrator, on Windows 10 or Windows Server',
      check: `Get-WindowsOptionalFeature -Online -FeatureName Internet-Explorer-Optional-amd64 |
  Select-Object FeatureName, State
(Get-ItemProperty 'HKLM:\\SOFTWARE\\Policies\\Microsoft\\Internet Explorer\\Main' -ErrorAction SilentlyContinue).NotifyDisableIEOptions`,
    },
    licence: 'None for the removal; Intune, which Microsoft 365 Business Premium and E3 include, delivers the policy',
    usersNotice: 'The few sites that need it open in the IE mode of Edge.',
    effort: 'hours',
    verified:
      'The next run expects Windows 11 or that policy on 98% of the managed Windows devices. For servers and other computers, answer the questionnaire and show an inventory.',
    documentation: [
      {
        title: 'Internet Explorer 11 and Microsoft 365: end of support',
        url: 'https://learn.microsoft.com/lifecycle/announcements/internet-explorer-11-end-of-support-microsoft-365',
      },
    ],
  },
]
