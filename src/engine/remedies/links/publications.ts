import type { Link } from '../../model/remedy.ts'

/** Guidance of NIST, CISA, the UK's NCSC and the Australian OAIC that several remedies refer to. */
export const PUBLICATIONS = {
  csf: { title: 'NIST Cybersecurity Framework', url: 'https://www.nist.gov/cyberframework' },
  csfSmallBusiness: {
    title: 'NIST CSF 2.0: Small Business Quick-Start Guide',
    url: 'https://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.1300.pdf',
  },
  csfSuppliers: {
    title: 'NIST CSF 2.0: Quick-Start Guide on supply chain risk',
    url: 'https://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.1305.pdf',
  },
  nistSmallBusiness: {
    title: 'NIST: Small Business Cybersecurity Corner',
    url: 'https://www.nist.gov/itl/smallbusinesscyber',
  },
  nistResponding: {
    title: 'NIST: responding to a cyber incident',
    url: 'https://www.nist.gov/itl/smallbusinesscyber/guidance-topic/responding-cyber-incident',
  },
  nistTeam: {
    title: 'NIST: building your team',
    url: 'https://www.nist.gov/itl/smallbusinesscyber/guidance-topic/building-your-team',
  },
  nistRiskAssessments: {
    title: 'NIST SP 800-30: Guide for Conducting Risk Assessments',
    url: 'https://csrc.nist.gov/pubs/sp/800/30/r1/final',
  },
  nistEnterpriseRisk: {
    title: 'NIST IR 8286: Integrating Cybersecurity and Enterprise Risk Management',
    url: 'https://csrc.nist.gov/pubs/ir/8286/r1/final',
  },
  nistRiskRegister: {
    title: 'NIST IR 8286A: identifying and estimating cybersecurity risk',
    url: 'https://csrc.nist.gov/pubs/ir/8286/a/r1/final',
  },
  nistContingency: {
    title: 'NIST SP 800-34: Contingency Planning Guide',
    url: 'https://csrc.nist.gov/pubs/sp/800/34/r1/upd1/final',
  },
  nistExercises: {
    title: 'NIST SP 800-84: tests, training and exercises',
    url: 'https://csrc.nist.gov/pubs/sp/800/84/final',
  },
  nistMeasurement: {
    title: 'NIST SP 800-55: Measurement Guide for Information Security',
    url: 'https://csrc.nist.gov/pubs/sp/800/55/v1/final',
  },
  nistIncidentResponse: {
    title: 'NIST SP 800-61: incident response and CSF 2.0',
    url: 'https://csrc.nist.gov/pubs/sp/800/61/r3/final',
  },
  nistRecovery: {
    title: 'NIST SP 800-184: Guide for Cybersecurity Event Recovery',
    url: 'https://csrc.nist.gov/pubs/sp/800/184/final',
  },
  nistSupplyChain: {
    title: 'NIST SP 800-161: supply chain risk management practices',
    url: 'https://csrc.nist.gov/pubs/sp/800/161/r1/upd1/final',
  },
  nistSanitization: {
    title: 'NIST SP 800-88: Guidelines for Media Sanitization',
    url: 'https://csrc.nist.gov/pubs/sp/800/88/r2/final',
  },
  nistForensics: {
    title: 'NIST SP 800-86: forensic techniques in incident response',
    url: 'https://csrc.nist.gov/pubs/sp/800/86/final',
  },
  nistLogs: {
    title: 'NIST SP 800-92: Guide to Computer Security Log Management',
    url: 'https://csrc.nist.gov/pubs/sp/800/92/final',
  },
  nistConfiguration: {
    title: 'NIST SP 800-128: security-focused configuration management',
    url: 'https://csrc.nist.gov/pubs/sp/800/128/upd1/final',
  },
  nistPatching: {
    title: 'NIST SP 800-40: Guide to Enterprise Patch Management Planning',
    url: 'https://csrc.nist.gov/pubs/sp/800/40/r4/final',
  },
  nistFirewalls: {
    title: 'NIST SP 800-41: Guidelines on Firewalls and Firewall Policy',
    url: 'https://csrc.nist.gov/pubs/sp/800/41/r1/final',
  },
  nistDevelopment: {
    title: 'NIST SP 800-218: Secure Software Development Framework',
    url: 'https://csrc.nist.gov/pubs/sp/800/218/final',
  },
  nistLearning: {
    title: 'NIST SP 800-50: building a cybersecurity learning programme',
    url: 'https://csrc.nist.gov/pubs/sp/800/50/r1/final',
  },
  nistDisclosure: {
    title: 'NIST SP 800-216: vulnerability disclosure guidelines',
    url: 'https://csrc.nist.gov/pubs/sp/800/216/final',
  },
  nistIdentityProofing: {
    title: 'NIST SP 800-63A: identity proofing and enrolment',
    url: 'https://csrc.nist.gov/pubs/sp/800/63/a/4/final',
  },
  nistControls: {
    title: 'NIST SP 800-53: catalogue of security and privacy controls',
    url: 'https://csrc.nist.gov/pubs/sp/800/53/r5/upd1/final',
  },
  cisaGoals: {
    title: 'CISA: Cybersecurity Performance Goals',
    url: 'https://www.cisa.gov/cross-sector-cybersecurity-performance-goals',
  },
  cisaSmallBusiness: {
    title: 'CISA: Cyber Guidance for Small Businesses',
    url: 'https://www.cisa.gov/cyber-guidance-small-businesses',
  },
  cisaResponsePlan: {
    title: 'CISA: Incident Response Plan Basics',
    url: 'https://www.cisa.gov/sites/default/files/publications/Incident-Response-Plan-Basics_508c.pdf',
  },
  cisaTabletop: {
    title: 'CISA: Tabletop Exercise Packages',
    url: 'https://www.cisa.gov/resources-tools/services/cisa-tabletop-exercise-packages',
  },
  cisaRansomware: {
    title: 'CISA: #StopRansomware Guide',
    url: 'https://www.cisa.gov/stopransomware/ransomware-guide',
  },
  cisaExploited: {
    title: 'CISA: Known Exploited Vulnerabilities Catalog',
    url: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  },
  cisaDisclosure: {
    title: 'CISA: template of a vulnerability disclosure policy',
    url: 'https://www.cisa.gov/vulnerability-disclosure-policy-template',
  },
  cisaSupplyChains: {
    title: 'CISA: Securing SMB Supply Chains, a resource handbook',
    url: 'https://www.cisa.gov/sites/default/files/2023-01/Securing-SMB-Supply-Chains_Resource-Handbook_508.pdf',
  },
  cisaSecureByDemand: {
    title: 'CISA: Secure by Demand Guide',
    url: 'https://www.cisa.gov/resources-tools/resources/secure-demand-guide',
  },
  cisaTrafficLights: {
    title: 'CISA: Traffic Light Protocol',
    url: 'https://www.cisa.gov/news-events/news/traffic-light-protocol-tlp-definitions-and-usage',
  },
  cisaProviders: {
    title: 'CISA: risk considerations for customers of managed service providers',
    url: 'https://www.cisa.gov/news-events/alerts/2021/09/03/cisa-insights-risk-considerations-managed-service-provider-customers',
  },
  cisaPremises: { title: 'CISA: physical security', url: 'https://www.cisa.gov/topics/physical-security' },
  ncscSmallOrganisations: {
    title: 'NCSC: Small organisations guide to cyber security',
    url: 'https://www.ncsc.gov.uk/collection/small-organisations-guide-to-cyber-security',
  },
  ncscResponse: {
    title: 'NCSC: Small Business Guide to response and recovery',
    url: 'https://www.ncsc.gov.uk/collection/small-business-guidance--response-and-recovery',
  },
  ncscDisruption: {
    title: 'NCSC: what to do when cyber attacks disrupt your organisation',
    url: 'https://www.ncsc.gov.uk/collection/what-to-do-when-cyber-attacks-disrupt-your-organisation',
  },
  ncscRecovering: {
    title: 'NCSC: recovering from a highly disruptive cyber attack',
    url: 'https://www.ncsc.gov.uk/collection/what-to-do-when-cyber-attacks-disrupt-your-organisation/recovering',
  },
  ncscBoards: { title: 'NCSC: Board Toolkit', url: 'https://www.ncsc.gov.uk/collection/board-toolkit' },
  ncscRisk: { title: 'NCSC: risk management', url: 'https://www.ncsc.gov.uk/collection/risk-management' },
  ncscSuppliers: {
    title: 'NCSC: principles of supply chain security',
    url: 'https://www.ncsc.gov.uk/collection/supply-chain-security/principles-supply-chain-security',
  },
  ncscTenSteps: {
    title: 'NCSC: 10 Steps to Cyber Security',
    url: 'https://www.ncsc.gov.uk/collection/10-steps',
  },
  ncscIncidents: {
    title: 'NCSC: incident management',
    url: 'https://www.ncsc.gov.uk/collection/incident-management',
  },
  ncscAccess: {
    title: 'NCSC 10 Steps: identity and access management',
    url: 'https://www.ncsc.gov.uk/collection/10-steps/identity-and-access-management',
  },
  ncscData: {
    title: 'NCSC 10 Steps: data security',
    url: 'https://www.ncsc.gov.uk/collection/10-steps/data-security',
  },
  ncscMonitoring: {
    title: 'NCSC 10 Steps: logging and monitoring',
    url: 'https://www.ncsc.gov.uk/collection/10-steps/logging-and-monitoring',
  },
  ncscVulnerabilities: {
    title: 'NCSC 10 Steps: vulnerability management',
    url: 'https://www.ncsc.gov.uk/collection/10-steps/vulnerability-management',
  },
  ncscArchitecture: {
    title: 'NCSC 10 Steps: architecture and configuration',
    url: 'https://www.ncsc.gov.uk/collection/10-steps/architecture-and-configuration',
  },
  ncscAssets: { title: 'NCSC: asset management', url: 'https://www.ncsc.gov.uk/guidance/asset-management' },
  ncscLogging: {
    title: 'NCSC: introduction to logging for security purposes',
    url: 'https://www.ncsc.gov.uk/guidance/introduction-logging-security-purposes',
  },
  ncscLateralMovement: {
    title: 'NCSC: preventing lateral movement',
    url: 'https://www.ncsc.gov.uk/guidance/preventing-lateral-movement',
  },
  ncscPhishing: { title: 'NCSC: phishing attacks', url: 'https://www.ncsc.gov.uk/guidance/phishing' },
  ncscSanitisation: {
    title: 'NCSC: secure sanitisation of storage media',
    url: 'https://www.ncsc.gov.uk/guidance/secure-sanitisation-storage-media',
  },
  ncscExercises: {
    title: 'NCSC: Exercise in a Box',
    url: 'https://www.ncsc.gov.uk/section/exercise-in-a-box/overview',
  },
  ncscDisclosure: {
    title: 'NCSC: Vulnerability Disclosure Toolkit',
    url: 'https://www.ncsc.gov.uk/information/vulnerability-disclosure-toolkit',
  },
  ncscBackups: {
    title: 'NCSC: principles for ransomware-resistant backups',
    url: 'https://www.ncsc.gov.uk/collection/ransomware-resistant-backups',
  },
  ncscOfflineBackups: {
    title: 'NCSC: Offline backups in an online world',
    url: 'https://www.ncsc.gov.uk/blog-post/offline-backups-in-an-online-world',
  },
  ncscCloudBackups: {
    title: 'NCSC: Cloud backups that resist ransomware',
    url: 'https://www.ncsc.gov.uk/collection/ransomware-resistant-backups/principles-for-ransomware-resistant-cloud-backups',
  },
  ncscDetection: {
    title: 'NCSC: detection practices of a security operations centre',
    url: 'https://www.ncsc.gov.uk/collection/building-a-security-operations-centre/detection/detection-practices',
  },
  ncscThreats: {
    title: 'NCSC: threat intelligence for a security operations centre',
    url: 'https://www.ncsc.gov.uk/collection/building-a-security-operations-centre/threat-intelligence',
  },
  oaicBreaches: {
    title: 'OAIC: the Notifiable Data Breaches scheme',
    url: 'https://www.oaic.gov.au/privacy/notifiable-data-breaches',
  },
} as const satisfies Record<string, Link>
