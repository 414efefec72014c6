import type { Link } from '../../model/remedy.ts'

const asd = (title: string, path: string): Link => ({
  title,
  url: `https://www.cyber.gov.au/business-government/${path}`,
})

/** Pages of the Australian Signals Directorate that several remedies name. */
export const ASD = {
  patching: asd(
    'ASD: Patching applications and operating systems',
    'protecting-devices-systems/system-administration/patching-applications-and-operating-systems',
  ),
  legacy: asd(
    'ASD: Managing the risks of legacy IT',
    'protecting-devices-systems/legacy-it-management/managing-the-risks-of-legacy-it-executive-guidance',
  ),
  assessment: asd(
    'ASD: Essential Eight assessment process guide',
    'asds-cyber-security-frameworks/essential-eight/essential-eight-assessment-process-guide',
  ),
  maturityModel: asd(
    'ASD: Essential Eight maturity model',
    'asds-cyber-security-frameworks/essential-eight/essential-eight-maturity-model',
  ),
  logging: asd(
    'ASD: Best practices for event logging and threat detection',
    'detecting-responding-to-threats/event-logging/best-practices-for-event-logging-and-threat-detection',
  ),
  priorityLogs: asd(
    'ASD: Priority logs to collect',
    'detecting-responding-to-threats/event-logging/implementing-siem-soar-platforms/priority-logs-for-siem-ingestion-practitioner-guidance',
  ),
  incidents: asd(
    'ASD: Cyber security incident response',
    'detecting-responding-to-threats/cyber-security-incident-response',
  ),
  incidentPlan: asd(
    'ASD: Incident response planning for practitioners',
    'detecting-responding-to-threats/cyber-security-incident-response/cyber-security-incident-response-planning-practitioner-guidance',
  ),
  secureAdministration: asd(
    'ASD: Secure administration',
    'protecting-devices-systems/system-administration/secure-administration',
  ),
  systemManagement: asd(
    'ASD: Guidelines for system management',
    'asds-cyber-security-frameworks/ism/cyber-security-guidelines/guidelines-for-system-management',
  ),
  powershell: asd(
    'ASD: Securing PowerShell in the enterprise',
    'protecting-devices-systems/system-administration/securing-powershell-in-the-enterprise',
  ),
  alerts: {
    title: 'ASD: Alerts and advisories',
    url: 'https://www.cyber.gov.au/about-us/view-all-content/alerts-and-advisories',
  },
  report: { title: 'ASD: Report an incident', url: 'https://www.cyber.gov.au/report-and-recover/report' },
} as const satisfies Record<string, Link>
