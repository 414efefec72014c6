import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_SUPPLIER_REVIEWS: readonly Remedy[] = [
  {
    id: 'assess-suppliers-before-signing',
    title: 'Assess the security of a supplier before you sign',
    checks: [],
    requirements: ['GV.SC-06', 'ID.RA-10'],
    why: 'Once your data is with a careless supplier, the only choice left is an expensive change.',
    steps: [
      {
        text: 'Prepare a questionnaire of 15 to 20 questions: certificates, sign-in with a second factor, encryption, backups, update times, incidents of the past two years, subcontractors, where data is stored.',
        link: PUBLICATIONS.cisaSupplyChains,
      },
      {
        text: 'Make it a written rule: no contract is signed with a supplier that holds your data or keeps you running until its answers, or a current certificate such as ISO 27001 or a SOC 2 report, have been assessed.',
      },
      {
        text: 'Let somebody other than the buyer assess the answers, for example the IT provider, and note in half a page: strengths, gaps, conditions, recommendation.',
        link: PUBLICATIONS.cisaSecureByDemand,
      },
      {
        text: 'The owner of the service decides, and enters the remaining risk in the register. File the assessment with the contract.',
      },
      {
        text: 'For level 4, count purchases with and without an assessment.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, repeat assessments, compare them with how suppliers turned out, and sharpen the questions.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a questionnaire and half a page for each purchase',
    usersNotice: 'Buying a new service takes some days longer.',
    effort: 'days',
    verified: 'Show the assessment made before the last purchase of this kind, with the decision and its date.',
    documentation: [PUBLICATIONS.cisaSupplyChains, PUBLICATIONS.cisaSecureByDemand],
  },
  {
    id: 'review-important-suppliers-yearly',
    title: 'Review important suppliers, their applications and guests every year',
    checks: [],
    requirements: ['GV.SC-03', 'GV.SC-07'],
    why: 'A supplier that was safe three years ago may have been sold, hacked or left with far more access than it needs.',
    steps: [
      {
        text: 'Enter the risks of vital and important suppliers in the common risk register, each with an owner and a date, and ask “who supplies it?” in each assessment of a system.',
      },
      {
        text: 'Put one review a year for each of these suppliers in the calendar: new certificate or answers, incidents, changes of owner or subcontractors, agreed service levels, open findings.',
        link: PUBLICATIONS.ncscSuppliers,
      },
      {
        text: 'In the Entra admin center, open Entra ID > Enterprise apps, select the supplier’s application and look at Security > Permissions. Remove what it does not need.',
        link: LEARN.applicationPermissions,
      },
      {
        text: 'Under Users, filter by user type Guest, and remove guests of the supplier whom nobody vouches for. With Microsoft Entra ID P2, recurring access reviews ask the owners automatically.',
        link: LEARN.accessReviews,
      },
      { text: 'Agree with the supplier on dates for what you found, and follow them up in the risk meeting.' },
      {
        text: 'For level 4, track findings, incidents and reaction times for each supplier.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, subscribe to news about vital suppliers, and change rank and review dates as soon as something happens.',
        fromLevel: 5,
      },
    ],
    licence: 'None for reviews by hand; access reviews need Microsoft Entra ID P2, which Microsoft 365 E5 includes',
    usersNotice: 'Guests and applications that nobody needs any more lose their access.',
    effort: 'days',
    verified:
      'Show supplier risks in the register and the last yearly review of an important supplier, with what was done about its findings.',
    documentation: [PUBLICATIONS.nistSupplyChain, PUBLICATIONS.ncscSuppliers],
  },
  {
    id: 'buy-genuine-and-supported-products',
    title: 'Buy only genuine products, and record how long each is supported',
    checks: [],
    requirements: ['GV.SC-09', 'ID.RA-09'],
    why: 'A counterfeit device or an infected download arrives inside all your defences, and an unsupported product never gets another fix.',
    steps: [
      {
        text: 'Write half a page: hardware from the vendor or its authorised dealers, downloads from the vendor or the app store, only software with a valid signature, no used storage media.',
      },
      {
        text: 'Keep a list of approved sources, and have all installations done by the IT provider or through the company portal.',
      },
      {
        text: 'Before use, check seals and serial numbers of network devices with the vendor, install current firmware, and change default passwords.',
      },
      {
        text: 'Record for each important product: vendor, source, how it gets updates, end of support. For Microsoft products look up the end date.',
        link: LEARN.lifecycle,
      },
      {
        text: 'Review the record every year, and plan the replacement of whatever loses support within the next 18 months.',
      },
      {
        text: 'For level 4, count products without support and missed updates.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, let tools check signatures everywhere, and let the figures decide what you buy next.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a rule, a list of sources and a record of products',
    usersNotice: 'People no longer download programs themselves, but ask for them or find them in the company portal.',
    effort: 'days',
    verified: 'Show the rule, the approved sources, and the record of products with their end of support.',
    documentation: [PUBLICATIONS.cisaSecureByDemand, PUBLICATIONS.nistSupplyChain],
  },
  {
    id: 'use-supplier-exit-checklist',
    title: 'Work through an exit checklist whenever a supplier leaves',
    checks: [],
    requirements: ['GV.SC-10'],
    why: 'Nobody watches accounts and copies of data at former suppliers, so nobody notices when they are stolen.',
    steps: [
      {
        text: 'Write the checklist: notice and dates, replacement, export of data, return or proven deletion, accounts and remote access, keys and equipment, shared passwords, documentation.',
        link: PUBLICATIONS.csfSuppliers,
      },
      {
        text: 'Remove the supplier’s access from the tenant: guests under Entra ID > Users, its enterprise applications, and its role under Microsoft 365 admin center > Settings > Partner relationships.',
        link: LEARN.partnerAdministration,
      },
      {
        text: 'Close VPN and firewall rules made for the supplier, and change every password and key that it knew.',
      },
      {
        text: 'Have the supplier confirm the deletion in writing, and file the completed checklist with the contract.',
      },
      {
        text: 'Prepare an emergency exit for vital suppliers: what happens if they stop tomorrow, and where your data would come from.',
      },
      {
        text: 'For level 4, look for leftover access a month later and count it.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, rehearse the exit of the supplier that is hardest to replace.',
        fromLevel: 5,
      },
    ],
    licence: 'None: the checklist uses what every tenant offers',
    usersNotice: 'Staff get a new contact; the old supplier can no longer sign in.',
    effort: 'hours',
    verified: 'Show the completed, dated checklist for the last supplier that left.',
    documentation: [PUBLICATIONS.csfSuppliers, PUBLICATIONS.cisaProviders],
  },
]
