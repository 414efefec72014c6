import { question, type Section } from './question.ts'

export const FIXING_FLAWS: Section = {
  id: 'fixing-flaws',
  title: 'Fixing flaws in time',
  questions: [
    question(
      'ISM-1876',
      'Do online services get a fix within 48 hours when the flaw can already be exploited or the vendor rates it critical?',
      {
        yes: 'urgent fixes were in place within 48 hours of their release, every time in the last year, for all services.',
        partly: 'most were, or only those of some services.',
        no: 'they wait for the next regular cycle, or nobody watches for them.',
        look: 'change tickets of the last urgent flaws, and promises of the providers that patch for you.',
        evidence: 'for the last two or three urgent flaws: day of release and day of the fix.',
      },
    ),
    question('ISM-1690', 'Do online services get every less urgent security fix within two weeks?', {
      yes: 'ordinary fixes of the last months were in place within two weeks, for all services.',
      partly: 'this is true for some services, or with exceptions.',
      no: 'there is no cycle, or it is longer.',
      look: 'the patch calendar, the version page of each service, and the contracts of providers.',
      evidence: 'a patch record of the last three months.',
    }),
    question(
      'ISM-1877',
      'Do servers and network devices that face the internet get an operating system fix within 48 hours when the flaw is critical or already exploited?',
      {
        yes: 'urgent fixes were in place within 48 hours of their release, even at weekends, every time in the last year.',
        partly: 'most were, or some systems had to wait.',
        no: 'they wait for the regular cycle.',
        look: 'change tickets, and the firmware history of firewalls and gateways.',
        evidence: 'for the last two or three urgent flaws: day of release and day of the fix.',
      },
    ),
    question(
      'ISM-1694',
      'Do servers and network devices that face the internet get every less urgent operating system fix within two weeks?',
      {
        yes: 'ordinary fixes of the last months were in place within two weeks, on all of them.',
        partly: 'some systems take longer.',
        no: 'there is no cycle, or it is longer.',
        look: 'the patch calendar and the update history of each system.',
        evidence: 'a patch record of the last three months.',
      },
    ),
    question(
      'ISM-1879',
      'Do drivers get a fix within 48 hours when the flaw is critical or already exploited, on servers and special computers too?',
      {
        yes: 'urgent driver fixes go to all computers and servers within 48 hours, automatically or through an emergency change.',
        partly: 'this is true for computers in Intune but not for the others.',
        no: 'drivers wait for the regular cycle, or are left alone.',
        look: 'the driver update policy in Intune, and how servers and computers outside Intune get drivers.',
        evidence: 'the policy with its deferral, and the dates of the last urgent driver fix.',
      },
    ),
    question(
      'ISM-1697',
      'Do drivers get every less urgent security fix within one month, on servers and special computers too?',
      {
        yes: 'ordinary driver fixes reach all computers and servers within one month.',
        partly: 'this is true for computers in Intune but not for the others.',
        no: 'drivers are updated only when something breaks.',
        look: 'the driver update policy in Intune, and the maintenance plan of servers.',
        evidence: 'the policy with its deferral, and a driver report of the last month.',
      },
    ),
    question('ISM-1903', 'Does firmware get a fix within 48 hours when the flaw is critical or already exploited?', {
      yes: 'urgent firmware fixes reach computers, servers and network devices within 48 hours.',
      partly: 'this is true for computers but not for servers or network devices.',
      no: 'firmware waits for the regular cycle, or is left alone.',
      look: 'firmware in the driver update policy in Intune, the tools of hardware vendors, and the firewall console.',
      evidence: 'the dates of the last urgent firmware fix, by kind of device.',
    }),
    question('ISM-1904', 'Does firmware get every less urgent security fix within one month?', {
      yes: 'ordinary firmware fixes reach computers, servers and network devices within one month.',
      partly: 'this is true for some kinds of devices.',
      no: 'firmware is updated only when something breaks.',
      look: 'the maintenance plan, and the firmware versions in the tools of hardware vendors.',
      evidence: 'a firmware report of the last month, by kind of device.',
    }),
    question(
      'ISM-1691',
      'Do Office, browsers with their extensions, email, PDF and security programs get every security fix within two weeks, on all computers?',
      {
        yes: 'fixes of the last months were on all computers within two weeks. Any tool that installs them counts: name it in the note.',
        partly: 'some programs, extensions or computers take longer.',
        no: 'there is no cycle, or it is longer.',
        look: 'automatic updates of these programs, and the reports of your patch tool or vulnerability scanner.',
        evidence: 'a patch report of the last three months that names the programs and the number of computers.',
      },
    ),
    question(
      'ISM-1692',
      'Do Office, browsers with their extensions, email, PDF and security programs get a fix within 48 hours when the flaw is critical or already exploited?',
      {
        yes: 'urgent fixes were on all computers within 48 hours of their release, every time in the last year. Any tool counts: name it in the note.',
        partly: 'most were, or some programs or computers had to wait.',
        no: 'they wait for the regular cycle.',
        look: 'change tickets of the last urgent flaws, and the reports of your patch tool or vulnerability scanner.',
        evidence:
          'for the last two or three urgent flaws: day of release and day on which the last computer had the fix.',
      },
    ),
    question(
      'ISM-1901',
      'Do Office, browsers with their extensions, email, PDF and security programs get every less urgent security fix within two weeks?',
      {
        yes: 'ordinary fixes of the last months were on all computers within two weeks. Any tool counts: name it in the note.',
        partly: 'some programs, extensions or computers take longer.',
        no: 'there is no cycle, or it is longer.',
        look: 'the settings of your patch tool: which programs it covers, and how long it waits.',
        evidence: 'a patch report of the last three months.',
      },
    ),
    question('ISM-1693', 'Do all other programs on computers and servers get every security fix within one month?', {
      yes: 'every installed program, business applications included, had its fixes within a month. Any method of patching counts: describe it in the note.',
      partly: 'some programs or servers are left out or take longer.',
      no: 'other programs are updated only when something breaks.',
      look: 'the list of installed programs, and who checks for new versions of each.',
      evidence: 'a patch report of the last three months, with the programs that it does not cover.',
    }),
    question(
      'ISM-1695',
      'Do computers, internal servers and internal network devices get every operating system fix within one month?',
      {
        yes: 'Windows, macOS, Linux, switches and wireless equipment all had their fixes within a month. Any update tool counts: name it in the note.',
        partly: 'computers do, but servers or network devices take longer.',
        no: 'there is no cycle, or it is longer.',
        look: 'update rings, Windows Server Update Services, your remote management tool, and the consoles of network equipment.',
        evidence: 'a patch report of the last three months by kind of device.',
      },
    ),
    question(
      'ISM-1696',
      'Do computers, internal servers and internal network devices get an operating system fix within 48 hours when the flaw is critical or already exploited?',
      {
        yes: 'urgent fixes were on all of them within 48 hours of their release, every time in the last year. Any update tool counts: name it in the note.',
        partly: 'computers had them in time, but servers or network devices did not.',
        no: 'they wait for the regular cycle.',
        look: 'expedited updates, emergency changes, and the update history of servers and network devices.',
        evidence: 'for the last two or three urgent flaws: day of release and day of the fix, by kind of device.',
      },
    ),
    question(
      'ISM-1902',
      'Do computers, internal servers and internal network devices get every less urgent operating system fix within one month?',
      {
        yes: 'ordinary fixes of the last months were on all of them within a month. Any update tool counts: name it in the note.',
        partly: 'some kinds of devices take longer.',
        no: 'there is no cycle, or it is longer.',
        look: 'the deferral and deadline in your update tool, and the maintenance plan of servers and network devices.',
        evidence: 'a patch report of the last three months by kind of device.',
      },
    ),
  ],
}
