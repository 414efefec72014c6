import { type CsfFunction, subcategory } from './csf-function.ts'

export const RECOVER: CsfFunction = {
  group: { id: 'recover', name: 'Recover' },
  categories: [
    {
      name: 'Incident recovery plan execution',
      subcategories: [
        subcategory('RC.RP-01', {
          statement: 'The recovery plan is carried out as soon as the response calls for it.',
          remedy:
            'Write a recovery plan with roles and the order of systems, and say in the response plan who starts it and when.',
        }),
        subcategory('RC.RP-02', {
          statement: 'Recovery steps are chosen and ordered by what the business needs first, and carried out.',
          remedy:
            'Agree beforehand on the order in which services come back, and note during recovery what was done and what was put off.',
        }),
        subcategory('RC.RP-03', {
          statement: 'Backups are verified to be complete and clean before anything is restored from them.',
          remedy: 'Scan backups for malware, compare checksums and restore into a separate environment first.',
        }),
        subcategory('RC.RP-04', {
          statement: 'What the business needs most, and the risk, decide how work continues after an incident.',
          remedy:
            'Decide with the owners of the main services what normal means after an incident, and which protections must be in place before then.',
        }),
        subcategory('RC.RP-05', {
          statement: 'Restored systems are checked, returned to service and confirmed to run as they should.',
          remedy:
            'Test each restored system with its users, check it for traces of the attacker, and have its owner sign it off.',
        }),
        subcategory('RC.RP-06', {
          statement: 'The end of recovery is declared by defined criteria, and the documentation is completed.',
          remedy:
            'List what must be true for recovery to be over, have a named person declare it, and write the final report within two weeks.',
        }),
      ],
    },
    {
      name: 'Incident recovery communication',
      subcategories: [
        subcategory('RC.CO-03', {
          statement: 'The people affected, inside and outside, are kept informed of how recovery is going.',
          remedy:
            'Send a short progress note at fixed times to staff, customers and partners who are waiting for a service.',
        }),
        subcategory('RC.CO-04', {
          statement: 'Public updates on the recovery use agreed people, channels and wording.',
          remedy:
            'Prepare texts for website and press, name who approves them, and keep a channel that works when your own site is down.',
        }),
      ],
    },
  ],
}
