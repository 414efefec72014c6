import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RESPOND_PLAN: readonly Remedy[] = [
  {
    id: 'write-and-practise-response-plan',
    title: 'Write an incident response plan with your providers, practise it and follow it',
    checks: [],
    requirements: ['RS.MA-01', 'ISM-1819'],
    why: 'In the first hours of an attack each improvised step costs money, evidence or trust, and an outage of days becomes one of weeks.',
    steps: [
      {
        text: 'Write five to ten pages: who leads, who decides on shutdown and payments, tasks of management, IT, provider, communication, human resources and lawyer, each with a deputy.',
        link: PUBLICATIONS.cisaResponsePlan,
      },
      {
        text: 'Add the first hour as a checklist: declare, name a leader, start a log, contain, save evidence, call provider and insurer, use only the agreed channel.',
        link: PUBLICATIONS.ncscDisruption,
      },
      {
        text: 'Add half a page each for your likely cases: hijacked mailbox, ransomware, lost device, data leak, fraudulent payment.',
        link: PUBLICATIONS.ncscResponse,
      },
      {
        text: 'Agree on the plan with the IT provider and ask the insurer which experts it requires; some policies do not pay otherwise.',
      },
      {
        text: 'Print it, give a copy to everyone with a task, and keep one outside your systems. Test that the telephone numbers work.',
      },
      {
        text: 'Practise it in a tabletop exercise within a year, and after each larger change. Note what did not work and correct the plan.',
        link: PUBLICATIONS.cisaTabletop,
      },
      {
        text: 'Start the plan for every confirmed incident, note each step with its time, and meet within two weeks afterwards to improve it.',
      },
      {
        text: 'Measure exercises and incidents against the plan. Raise the difficulty every year, and use each case to improve the plan and people’s skills.',
      },
    ],
    licence: 'None: free templates exist, and your insurer may offer help',
    usersNotice: 'People with a task get a printed plan and take part in an exercise.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the plan with its date and the record of an incident or exercise that followed it within the past year.',
    documentation: [
      ASD.incidentPlan,
      PUBLICATIONS.cisaResponsePlan,
      PUBLICATIONS.nistIncidentResponse,
      PUBLICATIONS.ncscExercises,
    ],
  },
  {
    id: 'list-emergency-contacts',
    title: 'List who is called when in an emergency, suppliers included',
    checks: [],
    requirements: ['RS.MA-04', 'GV.SC-08'],
    why: 'Hours spent searching for numbers and permission are hours in which the attacker continues.',
    steps: [
      {
        text: 'Write the triggers: when the leader informs management, when the IT provider, insurer, lawyer, forensic experts, police and the national cyber security centre are called. Examples: any ransomware, any leak of personal data, nothing contained after two hours.',
        link: PUBLICATIONS.ncscIncidents,
      },
      {
        text: 'Collect telephone numbers for any hour, contract and policy numbers, and a deputy for each, among them hosting, internet, software, bank and telephone companies.',
      },
      {
        text: 'Ask the most important suppliers to confirm their contact, their task in your plan and how fast they react. Note the confirmation.',
        link: PUBLICATIONS.csfSuppliers,
      },
      {
        text: 'Sign an agreement with forensic experts now, or find out whom the insurer sends.',
      },
      {
        text: 'Invite at least one important supplier to the next exercise. Check the list every six months by calling each number.',
        link: PUBLICATIONS.ncscExercises,
      },
      {
        text: 'For level 4, measure how long it took to reach each contact.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, review calls made too late or needlessly, and use joint exercises to improve both sides’ plans.',
        fromLevel: 5,
      },
    ],
    licence: 'None: one page; a contract with experts on call costs extra',
    usersNotice: 'Only the people on the list notice it, when somebody checks their number.',
    effort: 'hours',
    verified: 'Show the dated list, and the confirmation of the most important suppliers.',
    documentation: [PUBLICATIONS.cisaResponsePlan, PUBLICATIONS.csfSuppliers],
  },
]
