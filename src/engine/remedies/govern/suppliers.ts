import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_SUPPLIERS: readonly Remedy[] = [
  {
    id: 'approve-supplier-rules',
    title: 'Approve rules for choosing, checking and leaving suppliers',
    checks: [],
    requirements: ['GV.SC-01'],
    why: 'An attack on a supplier is an attack on you as soon as it holds your data or your keys.',
    steps: [
      {
        text: 'Write two pages: which suppliers the rules cover (those that hold your data, reach your systems or keep you running), and two or three ranks of importance.',
        link: PUBLICATIONS.csfSuppliers,
      },
      {
        text: 'For each rank say what happens before signing, which contract clauses are needed, how often the supplier is reviewed, and what happens at the end.',
        link: PUBLICATIONS.ncscSuppliers,
      },
      {
        text: 'Name who runs the process and who may approve a supplier that does not meet the rules. Purchasing, IT and the data protection officer agree.',
      },
      {
        text: 'Management approves the rules, and nothing is ordered or subscribed to without them. Begin with the next purchase, then work through existing suppliers by rank.',
      },
      {
        text: 'For level 4, count problems with suppliers and purchases that bypassed the rules.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, change the rules after each problem, and remove what has never helped.',
        fromLevel: 5,
      },
    ],
    licence: 'None: two pages of rules',
    usersNotice: 'Anyone who buys a service must ask first, and waits a few days for the answer.',
    effort: 'days',
    verified: 'Show the approved rules and one purchase that went through them from beginning to end.',
    documentation: [PUBLICATIONS.csfSuppliers, PUBLICATIONS.ncscSuppliers],
  },
  {
    id: 'agree-tasks-with-providers',
    title: 'Agree on a table of security tasks with every provider',
    checks: [],
    requirements: ['GV.SC-02'],
    why: 'After an incident both sides often find that each believed the other was watching.',
    steps: [
      {
        text: 'List the providers that run or can reach your systems: IT provider, hosting, telephone, business software, accountants, machine maintenance.',
      },
      {
        text: 'For each, fill in a table with one row per task and the columns “we”, “provider” and “not agreed”: updates, backups, restore tests, alerts by day and night, accounts, incident response, reports, insurance.',
        link: PUBLICATIONS.cisaProviders,
      },
      {
        text: 'Resolve each “not agreed” in a conversation, sign the table, and make it an annex of the contract.',
      },
      {
        text: 'Also write down what you expect of customers and partners who connect to your systems, and send it to them.',
      },
      {
        text: 'For level 4, have providers report each quarter how often agreed times were met.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, test the table in exercises, and update it with every change of the service.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a table signed by both sides',
    usersNotice: 'Staff notice nothing, apart from clearer answers about whom to call.',
    effort: 'hours',
    verified: 'Show the signed table with the IT provider, and one for each other provider with access.',
    documentation: [PUBLICATIONS.cisaProviders, PUBLICATIONS.csfSuppliers],
  },
  {
    id: 'list-and-rank-suppliers',
    title: 'Keep one ranked list of suppliers and the services that they provide',
    checks: [],
    requirements: ['GV.SC-04', 'ID.AM-04'],
    why: 'You cannot react to news that a supplier was hacked if nobody knows that you use it.',
    steps: [
      {
        text: 'Ask accounting for all payees and card payments of the past twelve months, and mark every software, service or outsourced task.',
      },
      {
        text: 'In the Entra admin center, open Entra ID > Enterprise apps and add the suppliers behind the applications that people use. In the Microsoft 365 admin center, open Settings > Partner relationships and add every partner with administrator access.',
        link: { title: 'Microsoft 365 admin center', url: 'https://admin.microsoft.com/' },
      },
      {
        text: 'Record for each: owner in your organisation, what it does, which data it holds, how it reaches your systems, end of contract, contact in an emergency.',
        link: PUBLICATIONS.csfSuppliers,
      },
      {
        text: 'Rank each by what would stop or leak without it: vital, important, ordinary. Two people from the business confirm the ranks.',
      },
      {
        text: 'Make an entry on the list a condition for each new subscription, and compare the list with payments and applications every six months.',
      },
      {
        text: 'For level 4, count what turns up unlisted.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, find out how each of them was bought, and close that route.',
        fromLevel: 5,
      },
    ],
    licence: 'None: the lists of applications and partners are part of every tenant',
    usersNotice:
      'Teams are asked once which services they use; after that, new ones are entered before they are bought.',
    effort: 'days',
    verified: 'Show the ranked list with owners and contract ends, and the date on which it was last compared.',
    documentation: [PUBLICATIONS.csfSuppliers, LEARN.partnerAdministration],
  },
  {
    id: 'use-standard-security-clauses',
    title: 'Put standard security clauses into supplier contracts',
    checks: [],
    requirements: ['GV.SC-05'],
    why: 'What is not in the contract is a favour, and after an incident nobody does favours.',
    steps: [
      {
        text: 'Have a lawyer prepare one page of clauses: incident notice within 24 to 72 hours, access only as needed and with a second factor, subcontractors, proof of security such as certificates, updates, return and deletion of data.',
        link: PUBLICATIONS.csfSuppliers,
      },
      {
        text: 'Define which clauses each rank of supplier must accept, and who may approve an exception.',
      },
      {
        text: 'Large cloud providers do not sign your clauses: compare their terms and certificates with yours, and record the gaps that you accept.',
      },
      {
        text: 'Use the clauses in all new contracts now, and in existing ones at renewal, the vital suppliers first.',
      },
      {
        text: 'For level 4, track the share of vital suppliers that have signed.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, check once a year whether they comply with the clauses, and improve the wording after incidents.',
        fromLevel: 5,
      },
    ],
    licence: 'None; expect a few hours of a lawyer’s time',
    usersNotice: 'Buyers attach one more page to contracts; nobody else sees a difference.',
    effort: 'days',
    verified: 'Show the standard clauses and a recent contract that contains them.',
    documentation: [PUBLICATIONS.cisaSupplyChains, PUBLICATIONS.nistSupplyChain],
  },
]
