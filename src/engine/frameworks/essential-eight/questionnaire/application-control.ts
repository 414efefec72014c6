import { question, type Section } from './question.ts'

export const ALLOWED_SOFTWARE: Section = {
  id: 'allowed-software',
  title: 'Which software may run',
  questions: [
    question('ISM-0843', 'Does enforced application control let all computers run only software that you approved?', {
      yes: 'a program that is not approved does not start on any computer. App Control for Business, AppLocker or any other product counts: name it in the note.',
      partly: 'some computers are left out, or it is only in audit mode.',
      no: 'any program can run.',
      look: 'policies of your management tool, and the console of the application control product.',
      evidence: 'the enforced policy with the number of computers, or a screenshot of a blocked program.',
    }),
    question(
      'ISM-1490',
      'Does enforced application control let servers that face the internet run only software that you approved?',
      {
        yes: 'App Control for Business, AppLocker or an equivalent is enforced on each such server, whatever its system.',
        partly: 'some servers are left out, or it is only in audit mode.',
        no: 'any program can run there.',
        look: 'policies of these servers in group policy or your management tool.',
        evidence: 'the enforced policy, or the event of a blocked program.',
      },
    ),
    question(
      'ISM-1656',
      'Does enforced application control let internal servers run only software that you approved?',
      {
        yes: 'App Control for Business, AppLocker or an equivalent is enforced on each internal server.',
        partly: 'some servers are left out, or it is only in audit mode.',
        no: 'any program can run there.',
        look: 'policies of these servers in group policy or your management tool.',
        evidence: 'the enforced policy, or the event of a blocked program.',
      },
    ),
    question(
      'ISM-1870',
      'Does application control also cover user folders and the temporary folders of Windows, browsers and email programs?',
      {
        yes: 'a program that you put in Downloads, AppData or a temporary folder does not start, on any of these computers and servers.',
        partly: 'some of these folders or some computers are exceptions.',
        no: 'programs start from there.',
        look: 'path rules of the policy, and computers outside Intune.',
        evidence: 'a screenshot of a blocked program in such a folder.',
      },
    ),
    question('ISM-1871', 'Does application control cover all other folders as well, on every disk?', {
      yes: 'a program that is not approved does not start from any folder that users can write to.',
      partly: 'some folders that users can write to are allowed by path.',
      no: 'only user and temporary folders are covered.',
      look: 'path rules of the policy, compared with the rights of users on these folders.',
      evidence: 'the list of path rules with who can write to each, or the result of a testing tool.',
    }),
    question(
      'ISM-1657',
      'Does application control decide on programs, libraries, scripts, installers, compiled help, HTML applications and control panel items?',
      {
        yes: 'you tried each of these kinds, and what is not approved was blocked.',
        partly: 'some kinds, often libraries or scripts, are not covered.',
        no: 'only programs are covered, or nothing is.',
        look: 'rule collections and script enforcement of the policy.',
        evidence: 'a test record with one file of each kind.',
      },
    ),
    question('ISM-1658', 'Can only drivers that you have approved be loaded?', {
      yes: 'the policy covers drivers, and you chose and checked the drivers that it allows.',
      partly: 'it allows whatever Windows trusts, or some computers are left out.',
      no: 'drivers are not covered.',
      look: 'kernel mode rules of App Control for Business.',
      evidence: 'the list of approved drivers or of their signers.',
    }),
    question('ISM-1544', 'Is the latest list of applications that Microsoft advises blocking in force everywhere?', {
      yes: 'the list is part of the policy on all computers and servers with application control, in the version that was the latest at the last review.',
      partly: 'an old version is in force, or some computers are left out.',
      no: 'the list is not used.',
      look: 'Microsoft’s page of recommended block rules, compared with the version in your policy.',
      evidence: 'the policy file with its date.',
    }),
    question('ISM-1582', 'Are the rules of application control reviewed at least once a year?', {
      yes: 'within the last twelve months somebody reviewed all rules and recorded it.',
      partly: 'some rules were reviewed, or there is no record.',
      no: 'rules are only added.',
      look: 'the calendar and tickets of the people who maintain the policy.',
      evidence: 'the record with date, person and what was changed.',
    }),
    question('ISM-1660', 'Is everything that application control allows or blocks stored in one central log?', {
      yes: 'allowed and blocked events of all computers and servers arrive in one place.',
      partly: 'only blocked events do, or some computers send none.',
      no: 'events stay on the computers.',
      look: 'advanced hunting in Defender, or the CodeIntegrity and AppLocker logs in your central log.',
      evidence: 'a search in the central log that shows an allowed and a blocked event.',
    }),
    question(
      'ISM-1659',
      'Is the list of vulnerable drivers that Microsoft advises blocking in force on all Windows machines?',
      {
        yes: 'every machine blocks them. Memory integrity, a driver policy or another product that blocks the same drivers counts: name it in the note.',
        partly: 'some machines are left out.',
        no: 'it is off, or nobody knows.',
        look: 'Core isolation in Windows Security, or the policy of your application control.',
        evidence: 'an inventory or script result for all machines.',
      },
    ),
  ],
}
