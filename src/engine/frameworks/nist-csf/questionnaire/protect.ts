import { levelQuestion, type Section } from './level-question.ts'

export const PROTECT_QUESTIONS: readonly Section[] = [
  {
    id: 'PR.AA',
    title: 'Accounts and access',
    questions: [
      levelQuestion('PR.AA-01', {
        text: 'How well are the accounts, passwords and keys of people, services and devices managed?',
        one: 'Shared passwords and accounts of people long gone are still in use.',
        three:
          'Every account has an owner, is issued and withdrawn by a defined process, and is disabled by a written rule when unused.',
        five: 'The HR system updates accounts automatically, leftover accounts are counted, and their number stays near zero.',
        shownBy: 'The rule for accounts, and the last review of unused accounts, guests and application keys.',
      }),
      levelQuestion('PR.AA-02', {
        text: 'How sure are you of who somebody is before you give them a password or a new sign-in method?',
        one: 'Anyone who calls and sounds convincing gets a new password.',
        three:
          'A written rule has identity checked by documents, in person or by calling back a known number, and the help desk follows it.',
        five: 'Test calls check whether the rule is followed, and it is updated when impostors use new tricks.',
        shownBy: 'The help desk’s rule for resets, and the record of one.',
      }),
      levelQuestion('PR.AA-03', {
        text: 'How strictly must people, services and devices prove who they are before they get into any of your systems?',
        one: 'A password alone opens most systems, and some passwords are shared.',
        three:
          'Every system asks people for a second factor, no matter which product provides it, and services and devices have credentials of their own.',
        five: 'Factors that can be phished are being phased out, exceptions are counted, and attempts to get around them are studied.',
        shownBy: 'The list of systems with the sign-in each asks for, and the exceptions.',
      }),
      levelQuestion('PR.AA-04', {
        text: 'How well protected is the single sign-on with which people sign in once and then use other systems?',
        one: 'Applications are connected to your sign-in without anybody knowing how long a session lasts or who holds the keys.',
        three:
          'Every connected application follows written rules on session length, token protection and the renewal of signing keys.',
        five: 'Attempts to steal sessions are monitored, and the rules are tightened accordingly.',
        shownBy: 'The rules for connected applications, and the date the signing keys were last renewed.',
      }),
      levelQuestion('PR.AA-05', {
        text: 'How well are the rights of staff, guests and administrators limited to what each of them needs?',
        one: 'Rights only ever grow, and some people can order, approve and pay on their own.',
        three:
          'Rights follow a written scheme of roles, conflicting duties are kept separate, and all rights are reviewed on set dates.',
        five: 'Reviews count how many rights were too broad, the scheme is adjusted accordingly, and the number falls.',
        shownBy: 'The scheme of roles, and the last review with the rights that were removed.',
      }),
      levelQuestion('PR.AA-06', {
        text: 'How well do you control who can physically reach computers, servers and network equipment?',
        one: 'Visitors can walk up to the server, and nobody knows how many keys exist.',
        three:
          'Equipment is locked away, key and badge holders are listed, visitors are accompanied, and leavers return their keys.',
        five: 'Entry records are reviewed, lapses are counted, and doors, lists and rules are improved as a result.',
        shownBy: 'The list of key holders, and the visitors’ book.',
      }),
    ],
  },
  {
    id: 'PR.AT',
    title: 'Training',
    questions: [
      levelQuestion('PR.AT-01', {
        text: 'How well are all members of staff trained to work safely?',
        one: 'People get no training, or an occasional email with tips.',
        three: 'Everybody is trained when they start and every year after, and those who miss it are followed up.',
        five: 'Simulations and real reports show what people still fall for, and the training is adapted to it.',
        shownBy: 'The list of who was trained when, or the results of a phishing simulation.',
      }),
      levelQuestion('PR.AT-02', {
        text: 'How well are people in exposed roles, such as administrators, finance and management, trained for the attacks aimed at them?',
        one: 'They get the same training as everybody else, or none.',
        three: 'Each exposed role is named and has its own training every year, and attendance is recorded.',
        five: 'New kinds of attack on these roles are covered in the training within weeks, and exercises show whether it works.',
        shownBy: 'The contents and attendance of the last training for finance or administrators.',
      }),
    ],
  },
  {
    id: 'PR.DS',
    title: 'Your data',
    questions: [
      levelQuestion('PR.DS-01', {
        text: 'How well is stored data protected, on laptops, servers, in the cloud and on portable media?',
        one: 'A lost laptop or USB stick can be read by the finder.',
        three:
          'Written rules require that all devices and media are encrypted, access to storage is limited to need, and sensitive files are labelled.',
        five: 'You regularly search for unprotected places, and each one found leads to a change that prevents the next.',
        shownBy: 'The encryption state of all devices, and who may access the most sensitive folders.',
      }),
      levelQuestion('PR.DS-02', {
        text: 'How well is data protected in transit: by email, file exchange, websites and remote access?',
        one: 'Confidential files go out as ordinary attachments, and anybody can send email in your name.',
        three:
          'Written rules require encrypted transfers, email domains protected against forgery and a safe way to send confidential files.',
        five: 'Reports of forged email and unencrypted transfers are read regularly and acted upon.',
        shownBy: 'The email protection records of your domains, and the rule for sending confidential files.',
      }),
      levelQuestion('PR.DS-10', {
        text: 'How well is data protected while people and programs are working with it?',
        one: 'Anybody can copy customer data out of the business application, paste it anywhere or leave it on an unlocked screen.',
        three:
          'Written rules limit copying and exporting, screens lock automatically, and the settings that enforce this are on everywhere.',
        five: 'Unusual exports are noticed and investigated, and limits are adjusted accordingly.',
        shownBy: 'The settings or rules on export, clipboard and screen lock.',
      }),
      levelQuestion('PR.DS-11', {
        text: 'How sure are you that you could get all your data back from backups?',
        one: 'Some backups run, but nobody has ever restored from them.',
        three:
          'All systems that matter are backed up on a schedule, one copy is out of an attacker’s reach, and restores are tested on set dates.',
        five: 'Times and gaps found in restore tests are recorded, and each test gets closer to what the business needs.',
        shownBy: 'The report of the last restore test, with what was restored and how long it took.',
      }),
    ],
  },
  {
    id: 'PR.PS',
    title: 'Your systems',
    questions: [
      levelQuestion('PR.PS-01', {
        text: 'How far are systems set up with agreed secure settings that are enforced, with whichever tool?',
        one: 'Systems run with the settings they came with.',
        three: 'Written baselines cover computers, servers, network devices and services, and a tool enforces them.',
        five: 'Deviations are found and corrected automatically, and the baselines follow new advice.',
        shownBy: 'The baselines, and a report of how many systems meet them.',
      }),
      levelQuestion('PR.PS-02', {
        text: 'How well is software updated, replaced and removed in time, with whichever tool?',
        one: 'Updates are put off, and old software stays for years.',
        three:
          'A written rule sets how soon fixes are installed on all systems, and software is removed before its support ends.',
        five: 'Times to fix are measured, late systems are explained, and the set times become shorter.',
        shownBy: 'A patch report of the last three months, and the list of software near its end of support.',
      }),
      levelQuestion('PR.PS-03', {
        text: 'How well is hardware maintained, replaced and retired in time?',
        one: 'Hardware runs until it breaks, and then goes into the bin.',
        three:
          'Each kind of hardware has a defined life, is serviced and given firmware updates, and is wiped before it leaves.',
        five: 'Failures and age are tracked in figures, and replacement is planned from them before trouble starts.',
        shownBy: 'The replacement plan, and proof of wiping.',
      }),
      levelQuestion('PR.PS-04', {
        text: 'How far do systems write logs that the people who monitor can work with?',
        one: 'Logs are whatever a system happens to write, and nobody could find them.',
        three:
          'By a written rule, computers, servers, network devices and services log what matters, and logs are kept in one place for a set time.',
        five: 'Missing or silent sources are noticed, and what investigations lacked is added to what is logged.',
        shownBy: 'The list of log sources, and a search across several of them.',
      }),
      levelQuestion('PR.PS-05', {
        text: 'How far are unapproved programs prevented from being installed or run, with whichever product?',
        one: 'Anybody can install and run anything.',
        three:
          'By a written rule, people cannot install programs, and a control on all computers and servers lets only approved ones run.',
        five: 'Blocked attempts are studied, the list of approved programs is kept short, and ways around it are closed.',
        shownBy: 'The rule, and a screenshot or record of a blocked program.',
      }),
      levelQuestion('PR.PS-06', {
        text: 'How far is the software that you develop, or have developed for you, built with security in mind?',
        one: 'What counts is that it works; nobody reviews code or outdated components.',
        three:
          'Rules for secure coding, reviews, tests and components apply to every release and to developers you hire.',
        five: 'Flaws are counted by cause, and rules, tools and training are aimed at the most frequent ones.',
        shownBy: 'The rules, and the review and test results of the last release.',
      }),
    ],
  },
  {
    id: 'PR.IR',
    title: 'Networks, rooms and spare capacity',
    questions: [
      levelQuestion('PR.IR-01', {
        text: 'How well are your networks closed to anybody who does not need them?',
        one: 'Visitors, machines and servers share one network, and remote access is open to the internet.',
        three:
          'By a written rule, guests, office, servers and machines are separated, firewalls are on, and remote access needs a known device.',
        five: 'You look for openings from outside and inside on set dates, and each one found leads to a better rule.',
        shownBy: 'The network diagram with its zones, and the last review of firewall rules.',
      }),
      levelQuestion('PR.IR-02', {
        text: 'How well is equipment protected from fire, water, heat and power failure?',
        one: 'The server stands under a desk or beside a water pipe.',
        three:
          'All equipment that matters is in dry, cool places with fire protection and backup power, checked on set dates.',
        five: 'Sensors and incidents show what still threatens, and places and protection are changed before harm is done.',
        shownBy: 'A walk through the rooms, and the last test of the backup power.',
      }),
      levelQuestion('PR.IR-03', {
        text: 'How well could your services continue if part of the technology failed?',
        one: 'One broken line or device brings everything to a halt.',
        three:
          'Single points of failure are known, and each main service has a spare, an alternative or a tested way to work without it.',
        five: 'Failures are tried out on purpose, and each trial removes a weakness.',
        shownBy: 'The list of single points of failure with the substitute for each.',
      }),
      levelQuestion('PR.IR-04', {
        text: 'How well do you make sure that storage, bandwidth, licences and computing power do not run out?',
        one: 'You notice when the disk is full.',
        three: 'Alarms at set limits give early warning, and growth is planned every year.',
        five: 'Forecasts are compared with what happened, and capacity grows or shrinks with need.',
        shownBy: 'The alarm limits, and the plan for this year.',
      }),
    ],
  },
]
