import type { Remedy } from '../../model/remedy.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_ROLES: readonly Remedy[] = [
  {
    id: 'name-leader-for-security',
    title: 'Make one member of management answerable for security',
    checks: [],
    requirements: ['GV.RR-01'],
    why: 'Nobody follows rules that leaders ignore, and a provider cannot decide for the owner which risks to take.',
    steps: [
      {
        text: 'Name one member of management in writing, with the right to decide and a share of their working time. In a small business this is often the owner.',
        link: PUBLICATIONS.cisaSmallBusiness,
      },
      {
        text: 'Put security on the agenda of management at least every quarter, with a report from the IT provider.',
      },
      {
        text: 'Let leaders go first: they use the same sign-in, the same devices and the same training as everybody else. List any exemption that leaders have today, and end it.',
      },
      {
        text: 'The named person opens the yearly training in person and thanks people who report mistakes, their own first.',
      },
      {
        text: 'For level 4, give the named person figures to answer for, such as open findings and training rates.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, make the development of these figures part of how leaders are assessed.',
        fromLevel: 5,
      },
    ],
    licence: 'None: it is a decision of management',
    usersNotice: 'Leaders lose their exemptions; staff see who speaks for security.',
    effort: 'hours',
    verified: 'Show the appointment or role description, and agendas of the past two quarters with security on them.',
    documentation: [PUBLICATIONS.ncscBoards, PUBLICATIONS.cisaSmallBusiness],
  },
  {
    id: 'list-security-tasks',
    title: 'List every security task with a name and a deputy',
    checks: [],
    requirements: ['GV.RR-02'],
    why: 'A task that belongs to everybody is done by nobody, and holidays become the best time for an attack.',
    steps: [
      {
        text: 'List the recurring tasks: accounts of joiners and leavers, updates, backups and restore tests, alerts, access reviews, training, suppliers, incident leader, contact with authorities and insurer.',
        link: PUBLICATIONS.nistTeam,
      },
      {
        text: 'For each task, write down who does it, who stands in, how often it is due, and what the person may decide alone. Include the tasks that the IT provider does under contract.',
      },
      {
        text: 'Go through the list with everybody on it, and with the provider. Close gaps and remove double entries on the spot.',
      },
      {
        text: 'Add the tasks to role descriptions, and update the list whenever somebody joins, moves or leaves.',
      },
      {
        text: 'For level 4, check each quarter which tasks were done in time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, review the list after every incident and larger change for gaps and overlaps.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a table of one or two pages',
    usersNotice: 'People on the list get clear duties and a deputy; others notice nothing.',
    effort: 'hours',
    verified: 'Show the dated list; each person on it can name their own tasks and their deputy.',
    documentation: [PUBLICATIONS.nistTeam, PUBLICATIONS.csfSmallBusiness],
  },
  {
    id: 'budget-for-security',
    title: 'Set a yearly security budget from the known risks',
    checks: [],
    requirements: ['GV.RR-03'],
    why: 'If you buy security only after an incident, you pay for both.',
    steps: [
      {
        text: 'Before the yearly budget, have the IT provider price the measures against the highest risks and the most serious findings of this report: licences, projects, training, and hours of your own people.',
      },
      {
        text: 'Compare the hours that the security tasks need with the hours that people have. Decide what to hand to a provider.',
      },
      {
        text: 'Management approves a sum for running costs, one for projects and a small reserve for emergencies.',
        link: PUBLICATIONS.ncscBoards,
      },
      {
        text: 'Record what was put off, with the reason, the risk that remains, and the date on which it will be considered again.',
      },
      {
        text: 'For level 4, compare spending with the fall in risk or open findings at mid-year.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, move money every year to where it lowered risk most.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the budget itself; it decides which licences you can buy',
    usersNotice: 'Nobody outside management notices the budget, only what it pays for.',
    effort: 'days',
    verified: 'Show this year’s budget with what was granted, what was put off and why.',
    documentation: [PUBLICATIONS.csfSmallBusiness, PUBLICATIONS.ncscRisk],
  },
  {
    id: 'use-joiner-mover-leaver-checklists',
    title: 'Use checklists when people join, change jobs or leave',
    checks: [],
    requirements: ['GV.RR-04'],
    why: 'Forgotten accounts of former staff are open doors, and a copied set of rights gives a newcomer far more than the job needs.',
    steps: [
      {
        text: 'Write the joiner’s checklist: check references and, for sensitive roles, background as far as the law allows; contract with security duties and confidentiality; training in the first week; device; access by role.',
        link: PUBLICATIONS.ncscSmallOrganisations,
      },
      {
        text: 'Write the mover’s checklist: the old team lead confirms which rights end, the new one which begin, and both happen on the same day.',
      },
      {
        text: 'Write the leaver’s checklist: block sign-in and revoke sessions at the agreed hour, hand over mailbox and files, remove roles and groups, collect devices, keys and cards, change shared passwords.',
        link: LEARN.formerEmployee,
      },
      {
        text: 'Let human resources start each checklist with a ticket to the IT provider, at least five working days ahead, or at once if somebody is dismissed.',
      },
      {
        text: 'Keep the completed checklists for a year, and compare the list of active accounts with the payroll every quarter.',
      },
      {
        text: 'For level 4, measure the hours between departure and blocked account.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, create and block accounts automatically from the HR system, and improve the checklists after every slip.',
        fromLevel: 5,
      },
    ],
    licence: 'None for the checklists; every Microsoft 365 plan can block accounts',
    usersNotice: 'New colleagues sign security duties and are trained in their first week.',
    effort: 'days',
    verified: 'Show the completed checklists of the last person who joined and the last who left.',
    documentation: [LEARN.formerEmployee, PUBLICATIONS.ncscAccess],
  },
]
