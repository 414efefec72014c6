import { question, type Section } from './question.ts'

export const FINDING_FLAWS: Section = {
  id: 'finding-flaws',
  title: 'Finding what needs fixing',
  questions: [
    question(
      'ISM-1807',
      'Does a tool look for all devices on your networks by itself, at least every two weeks, so that none is forgotten?',
      {
        yes: 'a tool finds computers, servers and network devices automatically at least every two weeks, and somebody follows up what is new.',
        partly: 'it covers only some sites or kinds of devices, or it runs less often.',
        no: 'devices are listed by hand, or not at all.',
        look: 'device discovery in Microsoft Defender, the remote management tool of your IT provider, or a network scanner.',
        evidence: 'the schedule of the tool and its latest list of devices with a date.',
      },
    ),
    question(
      'ISM-1808',
      'Does every tool that looks for security flaws fetch the newest list of known flaws before it scans?',
      {
        yes: 'all scanners in use update their list of flaws by themselves, daily or before each scan.',
        partly: 'one of several scanners is updated by hand or late.',
        no: 'nobody knows when the list was last updated, or there is no scanner.',
        look: 'the update page of the scanner. Defender Vulnerability Management is always up to date.',
        evidence: 'a picture of the page that shows the date of the last update.',
      },
    ),
    question(
      'ISM-1698',
      'Is every online service that you run, or that somebody runs for you, checked each day for missing security fixes?',
      {
        yes: 'a scanner checks every service daily, or its provider has confirmed in writing that it does.',
        partly: 'only some services are checked, or less often than daily.',
        no: 'nobody checks, or you have not asked the providers.',
        look: 'the schedule of your website or cloud scanner, and the security pages or contracts of providers.',
        evidence: 'the scan schedule with recent results, and the statements of providers.',
      },
    ),
    question(
      'ISM-1699',
      'Are Office, browsers with their extensions, mail, PDF and security programs on all computers scanned weekly for missing fixes?',
      {
        yes: 'every computer, servers on which such programs are used included, is scanned at least once a week.',
        partly: 'some computers or some of these programs are left out, or the scan is less frequent.',
        no: 'there is no such scan.',
        look: 'Defender Vulnerability Management, or the schedule of your own scanner. Think of computers that Intune does not manage.',
        evidence: 'the latest scan report with its date and the number of computers.',
      },
    ),
    question(
      'ISM-1700',
      'Are all other programs on all computers and servers scanned for missing fixes at least every two weeks?',
      {
        yes: 'the scan sees every installed program and runs at least every two weeks, on servers too.',
        partly: 'servers, or programs that the scanner does not know, are left out.',
        no: 'other programs are not scanned.',
        look: 'the inventory of Defender Vulnerability Management, compared with the programs your teams work with.',
        evidence: 'the latest scan report with its date and a list of what it does not cover.',
      },
    ),
    question(
      'ISM-1701',
      'Are your servers and network devices that face the internet scanned every day for missing operating system fixes?',
      {
        yes: 'each such server, firewall and gateway is scanned daily, and the results reach those who patch.',
        partly: 'some are left out, or the scan runs less often.',
        no: 'they are not scanned.',
        look: 'the scanner of your IT provider or the console of the firewall maker.',
        evidence: 'the list of systems that face the internet, beside the scan results of the last days.',
      },
    ),
    question(
      'ISM-1702',
      'Are computers, internal servers and internal network devices scanned for missing operating system fixes at least every two weeks?',
      {
        yes: 'all of them are scanned at least every two weeks, switches, wireless equipment and printers with a network card included.',
        partly: 'computers are scanned, but servers or network devices are not, or less often.',
        no: 'there is no such scan.',
        look: 'Defender Vulnerability Management for computers and servers; the console of the maker or a network scan for the rest.',
        evidence: 'the latest scan report by kind of device, with dates.',
      },
    ),
    question(
      'ISM-1703',
      'Are drivers on computers and servers scanned at least every two weeks for security fixes they lack?',
      {
        yes: 'a tool compares installed drivers with those that makers published, on all devices, at least every two weeks.',
        partly: 'only some makes or only computers are covered, or the scan is less frequent.',
        no: 'drivers are renewed only when something breaks.',
        look: 'driver reports of Windows Update in Intune, or the management tool of your hardware maker.',
        evidence: 'a recent report of the tool that names drivers and dates.',
      },
    ),
    question(
      'ISM-1900',
      'Is the firmware of computers, servers and network devices scanned at least every two weeks for security fixes it lacks?',
      {
        yes: 'a tool compares the installed firmware (BIOS, firewalls, storage and the like) with what makers published, at least every two weeks.',
        partly: 'only some makes or kinds of devices are covered, or the scan is less frequent.',
        no: 'nobody compares firmware versions.',
        look: 'the management tool of your hardware maker, the console of your firewalls, or firmware in Defender Vulnerability Management.',
        evidence: 'a recent report that names firmware versions and dates.',
      },
    ),
  ],
}

export const FIXING_FLAWS: Section = {
  id: 'fixing-flaws',
  title: 'Fixing it in time',
  questions: [
    question(
      'ISM-1876',
      'Do online services get a fix within 48 hours when attackers can already use the flaw or its vendor calls it critical?',
      {
        yes: 'urgent fixes were in place within 48 hours of their release, every time in the last year, for all services.',
        partly: 'most were, or it holds for some services only.',
        no: 'they wait for the next regular cycle, or nobody watches for them.',
        look: 'change tickets of the last urgent flaws, and promises of the providers that patch for you.',
        evidence: 'for the last two or three urgent flaws: day of release and day of the fix.',
      },
    ),
    question('ISM-1690', 'Do online services get every less urgent security fix within two weeks?', {
      yes: 'ordinary fixes of the last months were in place within two weeks, for all services.',
      partly: 'it holds for some services, or with exceptions.',
      no: 'there is no cycle, or it is longer.',
      look: 'the patch calendar, the version page of each service, and the contracts of providers.',
      evidence: 'a patch record of the last three months.',
    }),
    question('ISM-1905', 'Have you retired every online service that its vendor no longer supports?', {
      yes: 'the online services are listed with the date until which they are supported, and none is past it.',
      partly: 'one that is past it is still in use, with a date for its end.',
      no: 'unsupported services are in use, or nobody has looked.',
      look: 'the vendors’ support pages for your website software, plug-ins, portals and hosted applications.',
      evidence: 'the list of services with versions and end-of-support dates.',
    }),
    question(
      'ISM-1877',
      'Do servers and network devices that face the internet get an operating system fix within 48 hours when the flaw is critical or already attacked?',
      {
        yes: 'urgent fixes were in place within 48 hours of their release, also at weekends, every time in the last year.',
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
      'Do drivers get a fix within 48 hours when the flaw is critical or already attacked, on servers and special computers too?',
      {
        yes: 'urgent driver fixes go to all computers and servers within 48 hours, by themselves or by an emergency change.',
        partly: 'it holds for computers in Intune and not for the others.',
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
        partly: 'it holds for computers in Intune and not for the others.',
        no: 'drivers are renewed only when something breaks.',
        look: 'the driver update policy in Intune, and the maintenance plan of servers.',
        evidence: 'the policy with its deferral, and a driver report of the last month.',
      },
    ),
    question('ISM-1903', 'Does firmware get a fix within 48 hours when the flaw is critical or already attacked?', {
      yes: 'urgent firmware fixes reach computers, servers and network devices within 48 hours.',
      partly: 'it holds for computers and not for servers or network devices.',
      no: 'firmware waits for the regular cycle, or is left alone.',
      look: 'firmware in the driver update policy in Intune, the tools of hardware makers, and the firewall console.',
      evidence: 'the dates of the last urgent firmware fix, by kind of device.',
    }),
    question('ISM-1904', 'Does firmware get every less urgent security fix within one month?', {
      yes: 'ordinary firmware fixes reach computers, servers and network devices within one month.',
      partly: 'it holds for some kinds of devices.',
      no: 'firmware is renewed only when something breaks.',
      look: 'the maintenance plan, and the firmware versions in the tools of hardware makers.',
      evidence: 'a firmware report of the last month, by kind of device.',
    }),
  ],
}
