import type { Remedy } from '../../model/remedy.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const RESPOND_COMMUNICATION: readonly Remedy[] = [
  {
    id: 'prepare-incident-notices',
    title: 'List who must be notified of an incident, by when, with prepared texts',
    checks: [],
    requirements: ['RS.CO-02'],
    why: 'Deadlines start when you learn of a leak, some are 72 hours or less, and missing one can cost more than the incident.',
    steps: [
      {
        text: 'List the recipients: privacy authority, affected people, customers by contract, insurer, bank, police, national cyber security centre, industry regulator, staff.',
        link: PUBLICATIONS.oaicBreaches,
      },
      {
        text: 'For each, write down what triggers the notice, the time limit with its legal source or clause, the channel (form, email, call), who decides and who sends. Have a lawyer check the page.',
      },
      {
        text: 'Prepare a text for each kind of recipient: what happened, which data, what you are doing, what they should do, who answers questions. Leave the facts blank.',
        link: PUBLICATIONS.nistResponding,
      },
      {
        text: 'Keep list, texts and addresses with the printed response plan, and check contacts and limits every six months.',
      },
      {
        text: 'For level 4, time a rehearsed notice from discovery to dispatch.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, improve texts and list from what recipients answered.',
        fromLevel: 5,
      },
    ],
    licence: 'None; plan two or three hours of a lawyer’s time',
    usersNotice: 'Staff learn that only named people notify customers and authorities.',
    effort: 'days',
    verified: 'Show the list with time limits and the prepared texts, both less than a year old.',
    documentation: [PUBLICATIONS.nistResponding, PUBLICATIONS.oaicBreaches],
  },
  {
    id: 'control-information-during-incident',
    title: 'Name one speaker, and agree on a channel outside your own systems',
    checks: [],
    requirements: ['RS.CO-03'],
    why: 'The attacker often reads your messages, and one wrong sentence to a customer or journalist cannot be taken back.',
    steps: [
      {
        text: 'Name one speaker and a deputy. Everybody else passes questions on, with a prepared sentence.',
      },
      {
        text: 'Agree on a channel that works without your tenant: a messenger group on private telephones, a conference number, or a second, separate tenant. Invite all people with a task now, the provider included, and test it.',
        link: PUBLICATIONS.ncscDisruption,
      },
      {
        text: 'Mark what may be passed on, for instance by the colours of the Traffic Light Protocol: red only for the people present, amber for your organisation and its clients as needed, green for the community, clear for all.',
        link: PUBLICATIONS.cisaTrafficLights,
      },
      {
        text: 'Set who informs whom and when: the leader informs management every few hours, human resources at once if an insider may be involved, and partners by contract.',
      },
      {
        text: 'For level 4, note in each exercise who knew too little, too much or too late.',
        fromLevel: 4,
      },
      {
        text: 'For level 5, exchange findings with partners and your sector in an agreed way.',
        fromLevel: 5,
      },
    ],
    licence: 'None: a messenger group or conference number is enough',
    usersNotice: 'People with a task join an emergency group on their telephone.',
    effort: 'hours',
    verified: 'Show the name of the speaker, and that the agreed channel was tested within the past year.',
    documentation: [PUBLICATIONS.cisaTrafficLights, PUBLICATIONS.ncscDisruption],
  },
]
