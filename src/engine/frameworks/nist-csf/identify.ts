import { type CsfFunction, subcategory } from './csf-function.ts'

export const IDENTIFY: CsfFunction = {
  group: { id: 'identify', name: 'Identify' },
  categories: [
    {
      name: 'Asset management',
      subcategories: [
        subcategory('ID.AM-01', {
          parts: ['asset-discovery'],
          cannotShow: 'Servers, network and office equipment, and computers that nobody enrolled.',
          statement: 'There is a current list of all the hardware that the organisation looks after.',
          remedy:
            'Enrol every computer and phone in Intune, follow up devices that have been silent for 30 days, and keep network and office equipment on the same list.',
        }),
        subcategory('ID.AM-02', {
          parts: ['software-inventory'],
          cannotShow: 'Lists in other products, servers outside Defender, online services, and who owns each entry.',
          statement: 'There is a current list of the software, services and systems in use.',
          remedy:
            'Use the app inventories of Intune and Microsoft Defender and the list of enterprise applications, and give every entry an owner.',
        }),
        subcategory('ID.AM-03', {
          statement: 'Diagrams or lists show which networks talk to each other and where data flows, in and out.',
          remedy:
            'Draw the network and the main flows of data, cloud services included, and update the diagram with every larger change.',
        }),
        // Licences show what is bought from Microsoft; the tenant does not show other vendors' services.
        subcategory('ID.AM-04', {
          statement: 'There is a current list of the services that suppliers provide.',
          remedy:
            'Keep one list of subscriptions, online services and outsourced work with owner and contract end, and compare it with the tenant’s licences.',
        }),
        // Categories and labels would show that rankings exist, not that they are right, and we do not ask for a
        // permission to read labels.
        subcategory('ID.AM-05', {
          statement: 'Systems and data are ranked by how sensitive they are and how much work depends on them.',
          remedy:
            'Give each system one of three ranks, mark devices with categories in Intune and data with sensitivity labels, and plan protection by rank.',
        }),
        // Labels would show that types of data have names; only people know which data exists, where it is, and who
        // owns it.
        subcategory('ID.AM-07', {
          statement: 'A record of the kinds of data that matter says what exists, where it is and who owns it.',
          remedy:
            'Name the kinds of data that matter, publish sensitivity labels in Microsoft Purview for them, and record where each kind is stored.',
        }),
        subcategory('ID.AM-08', {
          parts: ['unsupported-operating-systems', 'unsupported-applications'],
          cannotShow: 'Purchase, maintenance and disposal, and systems that are not in Intune or Defender.',
          statement: 'Systems, devices, software and data are looked after from purchase to safe disposal.',
          remedy:
            'Set rules for commissioning, updating, retiring and wiping, and remove stale devices and accounts from the tenant every month.',
        }),
      ],
    },
    {
      name: 'Risk assessment',
      subcategories: [
        subcategory('ID.RA-01', {
          parts: ['vulnerability-scanner', 'vulnerability-scan-fortnightly'],
          cannotShow: 'Scanners of other vendors, servers, network devices, and weaknesses of processes and people.',
          statement: 'Weaknesses in systems are found, confirmed and recorded.',
          remedy:
            'Onboard all devices to Microsoft Defender Vulnerability Management or another scanner, and work from its list of confirmed weaknesses.',
        }),
        subcategory('ID.RA-02', {
          statement: 'News of threats comes in from trustworthy sources.',
          remedy:
            'Subscribe to the alerts of your national cyber security centre and your main vendors, and name who reads them.',
        }),
        // Incidents and alerts show what has happened, not the threats that somebody identified beforehand.
        subcategory('ID.RA-03', {
          statement: 'Threats from outside and from within are identified and recorded.',
          remedy:
            'List who could harm you and how, insiders included, and add what Entra ID Protection and Microsoft Defender report about your own tenant.',
        }),
        subcategory('ID.RA-04', {
          statement: 'For threats that could exploit a weakness, likelihood and damage are estimated and recorded.',
          remedy:
            'Rate every risk in the register for likelihood and for damage in money, downtime and trust, and note what the rating is based on.',
        }),
        // Other checks read which vulnerabilities are open; the tenant does not show whether risk decided their order.
        subcategory('ID.RA-05', {
          statement: 'What is known about threats, weaknesses and damage decides which risks are treated first.',
          remedy: 'Rank open findings by exposure and by the value of the system, and agree on the first ten to treat.',
        }),
        // Notes in Secure Score cover only its own recommendations; most organisations plan elsewhere.
        subcategory('ID.RA-06', {
          statement: 'For each risk, a response is chosen, planned, tracked and communicated.',
          remedy:
            'Give each risk a decision, an owner and a date, mark planned and accepted items in Microsoft Secure Score, and review them monthly.',
        }),
        subcategory('ID.RA-07', {
          hints: ['privileged-events-logged'],
          cannotShow:
            'Exceptions, and whether anybody weighed the risk of a change. The tenant shows only that changes are recorded.',
          statement: 'Changes and exceptions are assessed for risk, recorded and followed up.',
          remedy:
            'Require a short approval for changes to policies, and keep a register of exceptions with reason, approver and end date.',
        }),
        subcategory('ID.RA-08', {
          statement: 'There is a defined process to receive, assess and answer reports of vulnerabilities.',
          remedy:
            'Publish an address for security reports, say who deals with them and how soon, and handle vendors’ notices in the same way.',
        }),
        subcategory('ID.RA-09', {
          hints: ['application-control'],
          cannotShow: 'What is bought and from whom, and whether it was checked before use.',
          statement: 'Hardware and software are checked to be genuine and unaltered before they are bought and used.',
          remedy:
            'Buy from authorised sources, require secure boot and signed software by Intune policy, and block installers from unknown sources.',
        }),
        subcategory('ID.RA-10', {
          statement: 'Suppliers that the business cannot do without are assessed before the purchase.',
          remedy:
            'Make a written security assessment a condition for buying from a supplier that holds your data or keeps you running.',
        }),
      ],
    },
    {
      name: 'Improvement',
      subcategories: [
        // Our own next run will show improvements, but not that a review led to them.
        subcategory('ID.IM-01', {
          statement: 'Reviews and assessments lead to named improvements.',
          remedy:
            'Repeat this assessment every quarter, compare it with the one before, and turn the gaps into tasks with an owner.',
        }),
        // Phishing simulations are only one type of exercise, so reading them is not worth another permission.
        subcategory('ID.IM-02', {
          statement: 'Security tests and exercises, including those with suppliers, lead to named improvements.',
          remedy:
            'Run a phishing simulation and a tabletop exercise at least once a year, with your provider at the table, and record what will change.',
        }),
        subcategory('ID.IM-03', {
          statement: 'Lessons from daily work lead to named improvements.',
          remedy:
            'Ask after each incident and larger change what should be done differently, and put the answers on the list of improvements.',
        }),
        subcategory('ID.IM-04', {
          statement: 'Plans for incidents and other emergencies exist, are known, and get better over time.',
          remedy:
            'Write plans for incident response, continuity and recovery, hand them to those who need them, and revise them after every exercise.',
        }),
      ],
    },
  ],
}
