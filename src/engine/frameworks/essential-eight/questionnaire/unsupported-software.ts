import { question, type Section } from './question.ts'

export const UNSUPPORTED_SOFTWARE: Section = {
  id: 'unsupported-software',
  title: 'Leaving what is no longer supported',
  questions: [
    question('ISM-1905', 'Have you retired every online service that its vendor no longer supports?', {
      yes: 'the online services are listed with the date until which they are supported, and none is past it.',
      partly: 'one that is past it is still in use, with a date for its end.',
      no: 'unsupported services are in use, or nobody has looked.',
      look: 'the vendors’ support pages for your website software, plug-ins, portals and hosted applications.',
      evidence: 'the list of services with versions and end-of-support dates.',
    }),
    question(
      'ISM-1704',
      'Are all Office, browser, mail, PDF and security programs that their vendors no longer support gone, Flash Player included?',
      {
        yes: 'none is installed on any computer, extensions of browsers included. Any inventory counts as a look: name it in the note.',
        partly: 'a few computers keep one, with a date for its end.',
        no: 'unsupported versions are in use, or nobody has looked.',
        look: 'the list of installed programs in your management tool or scanner, compared with the vendors’ support pages.',
        evidence: 'the list with versions and end-of-support dates.',
      },
    ),
    question(
      'ISM-0304',
      'Are all other programs that their vendors no longer support gone from computers and servers?',
      {
        yes: 'every installed program is still supported, business applications included. Any inventory counts as a look: name it in the note.',
        partly: 'a few are left, with a date for their end.',
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
      'Do all computers and servers run the newest release of their operating system, or the one before it?',
      {
        yes: 'every Windows, macOS, Linux and server release is one of the two newest. Any inventory counts as a look: name it in the note.',
        partly: 'some machines run an older release that is still supported.',
        no: 'older releases are common.',
        look: 'release versions in your management tool, and those of each server.',
        evidence: 'a list of machines by release.',
      },
    ),
  ],
}
