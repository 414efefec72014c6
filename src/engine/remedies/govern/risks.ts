import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_RISKS: readonly Remedy[] = [
  {
    id: 'set-risk-limits',
    title: 'Write down how much risk you accept, and who may accept it',
    checks: [],
    requirements: ['GV.RM-02', 'GV.RM-04'],
    why: 'Where no limit is set, employees accept risks on behalf of the owner without knowing it.',
    steps: [
      {
        text: 'Management sets three to six limits that can be checked, such as hours of outage for each main service, records lost, money at risk in one payment, or days that a critical fix may wait.',
        link: PUBLICATIONS.ncscRisk,
      },
      {
        text: 'Write a guide of one page: who may accept a risk up to which amount, which risks must always be reduced, when to insure, and when to stop the activity.',
      },
      {
        text: 'Ask the insurance broker what a cyber policy would cost and which protections it requires. Record the decision for or against, with the reason.',
      },
      {
        text: 'Let management approve both pages, give them to everyone who buys, runs or changes systems, and review them each year.',
      },
      {
        text: 'Record every accepted risk with the name of the person who accepted it, the reason, and the day on which the acceptance ends.',
      },
      {
        text: 'For level 4, count how often limits are reached and acceptances run out.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, adjust the limits and the guide to those figures and to how past choices turned out.',
        fromLevel: 5,
      },
    ],
    licence: 'None: two pages that management approves',
    usersNotice: 'People with budgets or systems learn what they may decide alone and what they must pass on.',
    effort: 'hours',
    verified:
      'Level 3 needs the approved limits, the guide, and at least one accepted risk that carries a name and an end date.',
    documentation: [PUBLICATIONS.nistEnterpriseRisk, PUBLICATIONS.ncscRisk],
  },
  {
    id: 'keep-risk-register',
    title: 'Keep one risk register, with one scale for all risks of the business',
    checks: [],
    requirements: ['GV.RM-03', 'GV.RM-06', 'ID.RA-04'],
    why: 'Risks that nobody writes down and compares are dealt with in the order in which they happen, not by how much they would hurt.',
    steps: [
      {
        text: 'If there is a register of business risks, add the cyber risks to it. Otherwise start one with the columns: risk, cause, what it endangers, likelihood, damage, reasons, owner, decision, due date, status.',
        link: PUBLICATIONS.nistRiskRegister,
      },
      {
        text: 'Define the scale on half a page: likelihood from 1 (less than once in ten years) to 5 (every month); damage from 1 to 5, each step described in money, days of outage and loss of trust.',
      },
      {
        text: 'The person responsible for security and someone from the business rate the ten to twenty most important risks together, and note what each rating is based on: past incidents, scan results, reports from the sector.',
        link: PUBLICATIONS.nistRiskAssessments,
      },
      {
        text: 'Show everyone who rates risks how to use scale and template, with two worked examples.',
      },
      {
        text: 'Discuss cyber risks in the same meeting as money, staff and safety, at least every quarter.',
      },
      {
        text: 'For level 4, track the number and sum of high risks over time.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, compare ratings with what really happened, and correct the scale where it misled you.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a shared list in a tool that you already have',
    usersNotice: 'Only the people who rate risks are involved; all others notice nothing.',
    effort: 'days',
    verified:
      'Show the register, the half page that defines the scale, and a few rated risks with the reasons for their ratings.',
    documentation: [PUBLICATIONS.nistRiskRegister, PUBLICATIONS.nistRiskAssessments],
  },
  {
    id: 'hold-risk-meetings',
    title: 'Define who reports risks to whom, and hold a risk meeting every quarter',
    checks: [],
    requirements: ['GV.RM-05', 'GV.RM-07'],
    why: 'The warning that would have prevented an incident was often known to somebody who did not know whom to pass it to.',
    steps: [
      {
        text: 'Draw the reporting lines on one page: staff to the person responsible for security, that person to management, and in both directions with the IT provider and other important suppliers. Add contacts and how soon each must report.',
      },
      {
        text: 'Set up one address, such as a shared mailbox, to which everybody may report a concern, and announce it with the assurance that nobody is blamed for reporting.',
      },
      {
        text: 'Put a risk meeting in the calendar for each quarter, with management and the IT provider. Fixed agenda: new and changed risks, risks of suppliers, overdue tasks, opportunities, decisions.',
        link: PUBLICATIONS.ncscBoards,
      },
      {
        text: 'Under “opportunities” ask what better security would make possible: a tender that requires a certificate, remote work, a new online service. Decide on each, and enter it in the register like a risk.',
      },
      {
        text: 'Send a summary of half a page to those who must know, and keep the minutes.',
      },
      {
        text: 'For level 4, measure how long a report takes to reach management and what came of past opportunities.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, check after every incident who knew too late, and change the reporting lines accordingly.',
        fromLevel: 5,
      },
    ],
    licence: 'None: one page, a mailbox and four meetings a year',
    usersNotice: 'Everybody learns where to report a concern; managers get four more meetings a year.',
    effort: 'hours',
    verified:
      'Show the page with the reporting lines, and the minutes of the last two meetings with at least one decision about an opportunity.',
    documentation: [PUBLICATIONS.ncscBoards, PUBLICATIONS.nistEnterpriseRisk],
  },
]
