import { question, type Section } from './question.ts'

export const UNSUPPORTED_SOFTWARE: Section = {
  id: 'unsupported-software',
  title: 'Unsupported software and systems',
  questions: [
    question('ISM-1905', 'Have you retired every online service that its vendor no longer supports?', {
      yes: 'you have a list of the online services with the date on which support for each ends, and none is past its date.',
      partly: 'one that is past it is still in use, with a date for its retirement.',
      no: 'unsupported services are in use, or nobody has looked.',
      look: 'the vendors’ support pages for your website software, plug-ins, portals and hosted applications.',
      evidence: 'the list of services with versions and end-of-support dates.',
    }),
    question(
      'ISM-1704',
      'Are all Office, browser, email, PDF and security programs that their vendors no longer support gone, including Flash Player?',
      {
        yes: 'none is installed on any computer, extensions of browsers included. You may use any inventory: name it in the note.',
        partly: 'a few computers still have one, with a date for its removal.',
        no: 'unsupported versions are in use, or nobody has looked.',
        look: 'the list of installed programs in your management tool or scanner, compared with the vendors’ support pages.',
        evidence: 'the list with versions and end-of-support dates.',
      },
    ),
    question(
      'ISM-0304',
      'Are all other programs that their vendors no longer support gone from computers and servers?',
      {
        yes: 'every installed program is still supported, business applications included. You may use any inventory: name it in the note.',
        partly: 'a few are left, with a date for their removal.',
        no: 'unsupported programs are in use, or nobody has looked.',
        look: 'the list of installed programs, compared with the support pages or contracts of their vendors.',
        evidence: 'the list with versions and end-of-support dates.',
      },
    ),
    question(
      'ISM-1501',
      'Have you replaced every operating system that its vendor no longer supports, on computers, servers, phones and network devices?',
      {
        yes: 'all of them run a supported system; extended support that you pay for counts: say in the note for which devices.',
        partly: 'a few are left, with a date for their replacement.',
        no: 'unsupported systems are in use, or nobody has looked.',
        look: 'Intune and other inventories, the versions of servers, and the firmware of firewalls, switches and storage.',
        evidence: 'the list of systems with versions and end-of-support dates.',
      },
    ),
    question(
      'ISM-1407',
      'Do all computers and servers run the latest release of their operating system, or the one before it?',
      {
        yes: 'every Windows, macOS, Linux and server release is one of the two newest. You may use any inventory: name it in the note.',
        partly: 'some machines run an older release that is still supported.',
        no: 'older releases are common.',
        look: 'release versions in your management tool, and those of each server.',
        evidence: 'a list of machines by release.',
      },
    ),
  ],
}
