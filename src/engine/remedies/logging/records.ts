import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { DEFENDER, INTUNE } from '../links/device-pages.ts'
import { ENTRA } from '../links/entra.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { ENTRA_P1, INTUNE_LICENCE } from '../links/licences.ts'
import { intuneSettings } from '../scripts/intune-settings.ts'
import { extendPolicy } from '../steps/extend.ts'

const CSP = 'windows/client-management/mdm'

export const RECORDS: readonly Remedy[] = [
  {
    id: 'record-powershell-and-process-starts',
    title: 'Have Windows record every command and every program that starts',
    checks: ['powershell-logging', 'command-line-logging'],
    requirements: [],
    why: 'Modern intruders bring hardly any files and work with commands that Windows itself offers; without these records nobody can say what they did.',
    extend: extendPolicy('the settings for recording PowerShell and process starts'),
    steps: [
      {
        text: 'In Intune, open Devices > Manage devices > Configuration > Create > New policy, platform Windows 10 and later, profile type Settings catalog. One policy holds all five settings below.',
        link: INTUNE.start,
      },
      {
        text: 'Under Administrative Templates > Windows Components > Windows PowerShell, choose the settings without “(User)” in their name, and set “Turn on PowerShell Script Block Logging” to Enabled. Leave its option for start and stop events off: those fill the log.',
      },
      {
        text: 'In the same category, set “Turn on Module Logging” to Enabled with the module name *, and “Turn on PowerShell Transcription” to Enabled with an output directory that everybody can write to and only administrators can read.',
      },
      {
        text: 'Under Auditing, set “Detailed Tracking Audit Process Creation” to Success, or to Success and Failure.',
      },
      {
        text: 'Under Administrative Templates > System > Audit Process Creation, set “Include command line in process creation events” to Enabled. Remove passwords from scripts first, because command lines are recorded in plain text.',
      },
      {
        text: 'Assign the policy to a few computers, check a day later that events 4104 and 4688 appear in Event Viewer, then assign it to all Windows devices. Configure servers in the same way by group policy.',
      },
    ],
    script: intuneSettings('powershell|auditprocesscreation|includecmdline'),
    licence: INTUNE_LICENCE,
    requires: ['intune'],
    usersNotice: 'People notice nothing; your policy should mention that commands and program starts are recorded.',
    effort: 'hours',
    verified:
      'The next run reads which policies reach the Windows devices in Intune, and expects all five settings on them, with no other policy that sets a different value.',
    documentation: [
      learn('Policy: PowerShell logging', `${CSP}/policy-csp-admx-powershellexecutionpolicy`),
      learn('Policy: script block logging', `${CSP}/policy-csp-windowspowershell`),
      learn('Policy: command lines', `${CSP}/policy-csp-admx-auditsettings`),
      ASD.powershell,
    ],
  },
  {
    id: 'keep-the-logs-of-entra-readable',
    title: 'Make sure that sign-ins and changes are recorded, and the records readable',
    checks: ['mfa-events-logged', 'privileged-events-logged'],
    requirements: [],
    why: 'When an account was misused, these logs show who signed in from where and which rights were changed; without them you would have to assume the worst.',
    steps: [
      {
        text: 'Get at least one Entra ID P1 licence, and one for each person who benefits: with it, programs can read sign-ins, and both logs reach back 30 days instead of 7.',
      },
      {
        text: 'In the Entra admin center, open Sign-in logs and Audit logs under Monitoring & health. The newest entries should be from today.',
        link: ENTRA.start,
      },
      {
        text: 'If nothing was recorded for a week, find out whether people really work in this tenant, or whether it is an old one that should be closed.',
      },
      {
        text: 'If the assessment could not read the logs, have an administrator approve its permission AuditLog.Read.All.',
      },
      {
        text: 'In the Microsoft Purview portal, open Audit. If there is a banner “Start recording user and admin activity”, select it: this log also covers Exchange, SharePoint and Teams.',
        link: { title: 'Audit in Purview', url: 'https://purview.microsoft.com/audit/auditsearch' },
      },
    ],
    script: {
      language: 'PowerShell',
      needs: 'Microsoft.Graph.Reports, with AuditLog.Read.All, and Exchange Online PowerShell for the last line',
      check: `Get-MgAuditLogSignIn -Top 1 | Select-Object CreatedDateTime, AppDisplayName
Get-MgAuditLogDirectoryAudit -Top 1 | Select-Object ActivityDateTime, ActivityDisplayName
Get-AdminAuditLogConfig | Select-Object UnifiedAuditLogIngestionEnabled`,
      change: 'Set-AdminAuditLogConfig -UnifiedAuditLogIngestionEnabled $true -WhatIf',
    },
    licence: ENTRA_P1,
    requires: ['entra-p1'],
    usersNotice: 'People notice nothing, since Entra writes these logs anyway.',
    effort: 'minutes',
    verified: 'The next run reads the newest entry of both logs, and expects each to be at most seven days old.',
    documentation: [LEARN.signInLogs, learn('Turn auditing on or off', 'purview/audit-log-enable-disable')],
  },
  {
    id: 'protect-event-logs-from-change',
    title: 'Keep event logs where nobody can change or delete them unnoticed',
    checks: [],
    requirements: ['ISM-1815'],
    why: 'Intruders erase their tracks; if they succeed, nobody can find out what was taken, and you may have to notify every customer.',
    steps: [
      {
        text: 'Copy logs within minutes to a place with its own access rights: Microsoft Sentinel in a separate Azure subscription, or the log service of your security provider.',
      },
      {
        text: 'Give ownership of that subscription or service to two named people who do not administer the systems that send logs. Analysts get roles that cannot delete, such as Microsoft Sentinel Reader or Responder.',
        link: learn('Roles in Microsoft Sentinel', 'azure/sentinel/roles'),
      },
      {
        text: 'In Azure, put a lock on the Log Analytics workspace: it stops purging, deleting tables and shortening retention. Send an alert when somebody removes the lock.',
        link: LEARN.protectedLogs,
      },
      {
        text: 'Export logs that may serve as evidence to a storage account with a locked time-based retention policy.',
        link: LEARN.immutableStorage,
      },
      {
        text: 'Set the retention, for example one year, and stream Defender’s events there too if you need them for longer than Defender stores them.',
        link: DEFENDER.streaming,
      },
      {
        text: 'Once a year, list who can delete logs, and try to do so with an ordinary administrator account: it must be refused.',
      },
    ],
    licence: 'An Azure subscription, billed by volume of logs, or a service of your security provider',
    usersNotice: 'Users notice nothing; some administrators lose the right to delete logs.',
    effort: 'days',
    verified:
      'Answer the questionnaire for all logs, and show the list of people with delete rights and the setting for retention or lock.',
    documentation: [ASD.logging, LEARN.protectedLogs],
  },
  {
    id: 'examine-the-logs-of-servers',
    title: 'Have somebody look at the alerts of all servers every day',
    checks: [],
    requirements: ['ISM-1906', 'ISM-1907'],
    why: 'Days often pass between the first intrusion into a server and the encryption of the whole business; an alert that somebody reads in time stops it.',
    steps: [
      {
        text: 'List all servers, first those that face the internet, and which logs each writes: security, web server, remote access, database.',
      },
      {
        text: 'Onboard them to Defender for Servers or Defender for Business servers, or install the agent of your security provider. Send web server and remote access logs to the same place.',
        link: LEARN.onboardServers,
      },
      {
        text: 'For Microsoft Sentinel, collect at least the event set “Common” of Windows security events, and switch on its built-in alert rules for servers.',
        link: learn('Sets of Windows security events', 'azure/sentinel/windows-security-event-id-reference'),
      },
      {
        text: 'Name who looks at alerts, on which days and how soon: at least every working day, and round the clock for servers that face the internet, usually by a managed detection service.',
      },
      {
        text: 'Record each alert, who handled it and the decision in a ticket. Adjust rules that raise false alarms, instead of ignoring them.',
      },
      {
        text: 'Twice a year, provoke a harmless alert on one server and measure how long it takes until somebody calls.',
      },
    ],
    licence:
      'Defender for Servers or Defender for Business servers, per server, or the contract of a monitoring provider',
    usersNotice: 'People notice nothing in their daily work.',
    effort: 'project',
    verified:
      'Answer the questionnaire for both kinds of servers, and show recent alerts with who handled them and when.',
    documentation: [ASD.priorityLogs, ASD.logging],
  },
]
