import { question, type Section } from './question.ts'

export const FINDING_FLAWS: Section = {
  id: 'finding-flaws',
  title: 'Finding what needs fixing',
  questions: [
    question(
      'ISM-1807',
      'Does a tool automatically look for all devices on your networks, at least every two weeks, so that none is forgotten?',
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
      'Does every tool that looks for security flaws fetch the latest list of known flaws before it scans?',
      {
        yes: 'all scanners in use update their list of flaws automatically, daily or before each scan.',
        partly: 'one of several scanners is updated by hand or late.',
        no: 'nobody knows when the list was last updated, or there is no scanner.',
        look: 'the update page of the scanner. Defender Vulnerability Management is always up to date.',
        evidence: 'a screenshot of the page that shows the date of the last update.',
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
      'Are Office, browsers with their extensions, email, PDF and security programs on all computers scanned weekly for missing fixes?',
      {
        yes: 'every computer, including servers on which such programs are used, is scanned at least once a week.',
        partly: 'some computers or some of these programs are left out, or the scan is less frequent.',
        no: 'nothing scans them.',
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
        look: 'the scanner of your IT provider or the console of the firewall vendor.',
        evidence: 'the list of systems that face the internet, and the scan results of the last few days.',
      },
    ),
    question(
      'ISM-1702',
      'Are computers, internal servers and internal network devices scanned for missing operating system fixes at least every two weeks?',
      {
        yes: 'all of them are scanned at least every two weeks, including switches, wireless equipment and network printers.',
        partly: 'computers are scanned, but servers or network devices are not, or less often.',
        no: 'nothing scans them.',
        look: 'Defender Vulnerability Management for computers and servers; the vendor’s console or a network scan for the rest.',
        evidence: 'the latest scan report by kind of device, with dates.',
      },
    ),
    question(
      'ISM-1703',
      'Are drivers on computers and servers scanned at least every two weeks for missing security fixes?',
      {
        yes: 'a tool compares installed drivers with those that vendors have published, on all devices, at least every two weeks.',
        partly: 'only some brands or only computers are covered, or the scan is less frequent.',
        no: 'drivers are updated only when something breaks.',
        look: 'driver reports of Windows Update in Intune, or the management tool of your hardware vendor.',
        evidence: 'a recent report of the tool that names drivers and dates.',
      },
    ),
    question(
      'ISM-1900',
      'Is the firmware of computers, servers and network devices scanned at least every two weeks for missing security fixes?',
      {
        yes: 'a tool compares the installed firmware (BIOS, firewalls, storage and the like) with what vendors have published, at least every two weeks.',
        partly: 'only some brands or kinds of devices are covered, or the scan is less frequent.',
        no: 'nobody compares firmware versions.',
        look: 'the management tool of your hardware vendor, the console of your firewalls, or firmware in Defender Vulnerability Management.',
        evidence: 'a recent report that names firmware versions and dates.',
      },
    ),
  ],
}
