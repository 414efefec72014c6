import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const GOVERN_PLAN: readonly Remedy[] = [
  {
    id: 'write-security-plan',
    title: 'Write a security plan that starts from the business and review it every year',
    checks: [],
    requirements: ['GV.OC-01', 'GV.RM-01', 'GV.OV-02'],
    why: 'Without a plan, money goes to whatever was sold last, and what the business lives on may stay unprotected.',
    steps: [
      {
        text: 'Management writes, in three to five sentences, what the business must always be able to do: take orders, deliver, invoice, keep its customers’ trust. This is the opening page of the plan.',
      },
      {
        text: 'The person responsible for security adds the ten main risks, one line each: what could happen, and which of those sentences it would make untrue.',
      },
      {
        text: 'Management agrees on three to six goals for the year that anybody can check, such as “every laptop is encrypted” or “a restore takes less than a day”. Record who agreed, and when.',
        link: PUBLICATIONS.csfSmallBusiness,
      },
      {
        text: 'Add the projects and dates that lead to the goals, with one name each. Five pages are enough.',
      },
      {
        text: 'Fix a date each year on which management compares the plan with new duties, incidents of the past year, audit findings, and new systems or sites. Note every gap with the task that closes it.',
      },
      {
        text: 'For level 4, report goals reached and gaps found as figures.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, replace goals that you have reached with harder ones, start a review whenever the business changes course, and ask why each gap was overlooked.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a short document and one meeting a year suffice',
    usersNotice: 'Staff notice nothing at first; later they can read what the organisation wants to protect and why.',
    effort: 'days',
    verified:
      'People answer level 3 to the questions on purpose, goals and gaps, and can show the dated plan, the minutes in which the goals were agreed, and the notes of the yearly comparison.',
    documentation: [PUBLICATIONS.csfSmallBusiness, PUBLICATIONS.ncscBoards],
  },
  {
    id: 'register-security-duties-and-expectations',
    title: 'Keep one register of your security duties and of what others expect',
    checks: [],
    requirements: ['GV.OC-02', 'GV.OC-03'],
    why: 'A missed privacy deadline or contract clause can cost a fine, an insurance payment or a customer, although nobody was attacked.',
    steps: [
      {
        text: 'Collect the sources: privacy law of each country you serve, industry rules, customer contracts, insurance conditions, card payment rules, and security questionnaires that customers have sent.',
      },
      {
        text: 'Make a table with one row for each duty: source and clause, what it requires, who is responsible, how you meet it, date of the next review. Ask a lawyer or data protection officer to check it once.',
        link: PUBLICATIONS.nistSmallBusiness,
      },
      {
        text: 'Add a second sheet for expectations without a clause: customers, owners, staff, insurers, suppliers and authorities, each with what they expect and how you find out whether they are content.',
      },
      {
        text: 'Give both sheets one owner, review them every year, and have the register consulted before any new contract is signed.',
      },
      {
        text: 'For level 4, count duties that are overdue or not met and report the number.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, ask the main customers and the insurer every year how well you do, and subscribe to notices of changes in the law.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a spreadsheet with two sheets is enough',
    usersNotice: 'Colleagues who sign contracts send new clauses to the owner of the register; nobody else notices it.',
    effort: 'days',
    verified:
      'Level 3 is justified when the register names an owner and a review date for each duty, and both sheets were reviewed within the past year.',
    documentation: [PUBLICATIONS.csfSmallBusiness, PUBLICATIONS.oaicBreaches],
  },
  {
    id: 'rank-services-and-dependencies',
    title: 'Rank the services customers need, and list what those services depend on',
    checks: [],
    requirements: ['GV.OC-04', 'GV.OC-05'],
    why: 'In an emergency hours are lost to arguments about what matters most, and a forgotten dependency stops work that seemed safe.',
    steps: [
      {
        text: 'Bring the heads of the teams together for two hours, and list the five to ten services that customers could not do without.',
      },
      {
        text: 'For each service agree on the longest outage that customers would accept, on how much data may be lost, and on its place in the ranking. Check what customer contracts promise.',
        link: PUBLICATIONS.nistContingency,
      },
      {
        text: 'Below each service write what it needs: systems, internet and power, cloud services, suppliers, and the people who alone know how something works. Mark everything without a substitute.',
      },
      {
        text: 'Give the list to the teams that run the services and to the IT provider, who uses it for backups, monitoring and recovery.',
      },
      {
        text: 'For level 4, compare real outages with the agreed limits every quarter.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, let customers comment on the limits, add what near misses reveal, and reduce the number of things without a substitute year by year.',
        fromLevel: 5,
      },
    ],
    licence: 'None: it takes a workshop and a list of one or two pages',
    usersNotice: 'Team leaders spend half a day on it; everybody else notices nothing.',
    effort: 'hours',
    verified:
      'Show the ranked list with outage limits and the list of dependencies, and those who run a service can say what its limit is.',
    documentation: [PUBLICATIONS.nistContingency, PUBLICATIONS.csf],
  },
]
