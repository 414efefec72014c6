import { levelQuestion, type Section } from './level-question.ts'

export const IDENTIFY_QUESTIONS: readonly Section[] = [
  {
    id: 'ID.AM',
    title: 'What you have',
    questions: [
      levelQuestion('ID.AM-01', {
        text: 'How complete and current is the list of all your hardware, in whichever tool it is kept?',
        one: 'Nobody could say how many computers, servers and network devices there are.',
        three:
          'One list, maintained by a tool or by a written rule, contains every computer, server, phone and network device with its owner.',
        five: 'Networks are searched for devices that are not on the list, and each one found leads to a better way of bringing devices in.',
        shownBy: 'The list with the date of its last change, and the entry of a device that joined or left last month.',
      }),
      levelQuestion('ID.AM-02', {
        text: 'How complete and current is the list of the software, services and systems that you use, in whichever tool it is kept?',
        one: 'People install and subscribe to what they like, and nobody has an overview.',
        three:
          'A list names every program, online service and system with version and owner, and is kept current by a tool or a written rule.',
        five: 'Whatever turns up that is not on the list is counted and followed up, so that surprises become rare.',
        shownBy: 'The inventory with its date, and how a new service gets into it.',
      }),
      levelQuestion('ID.AM-03', {
        text: 'How well do you know which of your networks and systems talk to each other, and where data leaves your organisation?',
        one: 'Only the person who set up the network knows, and only from memory.',
        three:
          'A diagram or list shows the networks and the main flows of data, cloud services included, and is updated with every larger change.',
        five: 'Actual traffic is regularly compared with the diagram, and differences are explained or stopped.',
        shownBy: 'The diagram or list with its date.',
      }),
      levelQuestion('ID.AM-04', {
        text: 'How complete is your list of the services that others provide for you?',
        one: 'Subscriptions come to light when the credit card statement does.',
        three:
          'One list names every subscription, online service and outsourced task with its owner and the end of the contract.',
        five: 'It is regularly compared with invoices and licences, and what is found to be missing changes how services are bought.',
        shownBy: 'The list of services with owners and contract ends.',
      }),
      levelQuestion('ID.AM-05', {
        text: 'How far have you ranked your systems and data by how much depends on them?',
        one: 'Everything is protected alike, or according to who complains loudest.',
        three:
          'Every system and kind of data has one of a few defined ranks, and the rank decides how it is protected.',
        five: 'Ranks are checked against outages and changes in the business, and protection is adjusted as a matter of course.',
        shownBy: 'The list of systems with their ranks, or labels and categories set in the tenant.',
      }),
      levelQuestion('ID.AM-07', {
        text: 'How well do you know which important data you hold, where it is kept and who owns it?',
        one: 'Customer and personnel data is spread across mailboxes, drives and laptops, and nobody has an overview.',
        three:
          'For each kind of data that matters, a record says where it is kept, who owns it and how long it is retained.',
        five: 'Searches and labels reveal data in the wrong places, and what they reveal changes where and how people store data.',
        shownBy: 'The record of kinds of data, such as the one that privacy law requires.',
      }),
      levelQuestion('ID.AM-08', {
        text: 'How well are devices, programs, services and data looked after from purchase to safe disposal?',
        one: 'Old computers sit in a cupboard with data still on their disks, and unused accounts still exist.',
        three: 'Written rules cover commissioning, maintenance, handover and wiping, and each step is recorded.',
        five: 'What is overdue is measured, and planning and purchasing change so that less becomes overdue.',
        shownBy: 'The rules, and proof of wiping for the last devices that were given away.',
      }),
    ],
  },
  {
    id: 'ID.RA',
    title: 'What could happen',
    questions: [
      levelQuestion('ID.RA-01', {
        text: 'How well do you find and record the weaknesses in your systems, with whichever scanner or service?',
        one: 'Weaknesses come to light when somebody attacks you or something fails.',
        three:
          'Scanners of your choice cover computers, servers, network devices and online services on a schedule, and results are recorded.',
        five: 'Gaps in the scans are known, results are compared over time, and outside testers look for what scanners miss.',
        shownBy: 'The last scan report with the systems it covered, and what was done about its worst results.',
      }),
      levelQuestion('ID.RA-02', {
        text: 'How well informed are you about current attacks and weaknesses?',
        one: 'You hear about them in the general news, if at all.',
        three:
          'You subscribe to the alerts of the national cyber security centre and your main vendors, and a named person reads them.',
        five: 'Sources are reviewed for how useful they proved, and news turns into checks and changes within set times.',
        shownBy: 'A recent alert and what was done about it.',
      }),
      levelQuestion('ID.RA-03', {
        text: 'How far have you identified and recorded who or what could harm you, from outside and from within?',
        one: 'The talk is of “hackers” in general.',
        three:
          'A list names the threats relevant to you, insiders and mistakes included, and is reviewed on set dates.',
        five: 'Incidents, attempts seen in your tenant and reports from your sector are added to the list as they come in.',
        shownBy: 'The list of threats and the date of its last review.',
      }),
      levelQuestion('ID.RA-04', {
        text: 'How far do you estimate how likely a threat is, and what damage it would do?',
        one: 'Estimates are not made, or not written down.',
        three:
          'Each risk has a rating for likelihood and for damage in money, outage and trust, with the reasons for it.',
        five: 'Ratings are checked against real events and figures, and become more accurate over time.',
        shownBy: 'A few rated risks with their reasons.',
      }),
      levelQuestion('ID.RA-05', {
        text: 'How far does what you know of threats, weaknesses and damage decide what is dealt with first?',
        one: 'What is easiest or loudest is done first.',
        three:
          'Open risks and findings are ranked by exposure and by the value of what they affect, and worked through in that order.',
        five: 'The order is recalculated as facts change, and you check whether risk really fell.',
        shownBy: 'The ranked list, and the entries closed most recently.',
      }),
      levelQuestion('ID.RA-06', {
        text: 'How reliably does each known risk get a decision, an owner and a date?',
        one: 'Risks are talked about and then forgotten.',
        three:
          'Each has a decision, an owner and a date in the register, and overdue ones are raised in regular meetings.',
        five: 'How many are finished in time and whether they helped is measured, and planning improves as a result.',
        shownBy: 'The register with owners, dates and current status.',
      }),
      levelQuestion('ID.RA-07', {
        text: 'How well are changes to your systems, and exceptions to the rules, assessed and recorded?',
        one: 'Changes are made on the fly, and exceptions never end.',
        three:
          'Changes go through a short approval that considers the risk; exceptions have a reason, an approver and an end date.',
        five: 'Failed changes and extended exceptions are counted, and the approval process is improved.',
        shownBy: 'The last few approved changes, and the register of exceptions.',
      }),
      levelQuestion('ID.RA-08', {
        text: 'How well are you set up to receive and act on reports of weaknesses in your systems or products?',
        one: 'Somebody who found a flaw would not know where to report it.',
        three:
          'An address for reports is published, and a rule says who deals with them and with vendors’ notices, and how soon.',
        five: 'Times to respond and to fix are measured and get shorter, and those who reported a flaw learn the outcome.',
        shownBy: 'The published address, and a report or vendor’s notice with what followed.',
      }),
      levelQuestion('ID.RA-09', {
        text: 'How sure are you that hardware and software are genuine before they are put to use?',
        one: 'Things are bought where they are cheapest and downloaded from wherever a search leads.',
        three:
          'A written rule requires you to buy from authorised sources, download from the vendor and install only signed software.',
        five: 'Tools check origin and signatures everywhere, and doubtful cases lead to a stricter choice of sources.',
        shownBy: 'The rule for buying and installing, and the list of approved sources.',
      }),
      levelQuestion('ID.RA-10', {
        text: 'How far are suppliers that you could not do without assessed before you buy from them?',
        one: 'Indispensable suppliers are chosen without considering their security.',
        three:
          'A written assessment is required before buying from any supplier that holds your data or keeps you running.',
        five: 'Assessments are repeated and compared with how the supplier performed, and the method improves as a result.',
        shownBy: 'The assessment made before the last such purchase.',
      }),
    ],
  },
  {
    id: 'ID.IM',
    title: 'How you get better',
    questions: [
      levelQuestion('ID.IM-01', {
        text: 'How far do assessments and reviews lead to improvements that are actually made?',
        one: 'Reports are filed and nothing follows.',
        three: 'Each assessment is compared with the last, and its gaps become tasks with an owner and a date.',
        five: 'How many tasks are finished and what they achieved is tracked, and assessments focus on weak points.',
        shownBy: 'The tasks that came out of the last assessment and their status.',
      }),
      levelQuestion('ID.IM-02', {
        text: 'How far do you learn from security tests and exercises, such as simulated phishing or a rehearsed emergency?',
        one: 'No simulation or rehearsal has ever been held.',
        three:
          'At least one simulation and one exercise with your provider are held every year, and lead to recorded changes.',
        five: 'Exercises build on each other, results are compared over the years, and suppliers learn from them as well.',
        shownBy: 'The record of the last exercise, with what was changed because of it.',
      }),
      levelQuestion('ID.IM-03', {
        text: 'How far do lessons from everyday work lead to improvements in security?',
        one: 'The same mishaps happen again and again.',
        three:
          'After incidents and major changes, those involved ask what should be done differently, and the answers go on one list.',
        five: 'Staff contribute ideas unprompted, the list is steadily worked through, and repeat mishaps become rare.',
        shownBy: 'The list of improvements with the source of each.',
      }),
      levelQuestion('ID.IM-04', {
        text: 'How good and how well known are your plans for incidents and emergencies?',
        one: 'There is no plan, or nobody would find it when systems are down.',
        three:
          'Plans for response, continuity and recovery are written, are in the hands of those concerned and are reviewed every year.',
        five: 'Every exercise and incident improves the plans, and whether people can work with them is measured.',
        shownBy: 'The plans with version and date, and where they are kept outside your systems.',
      }),
    ],
  },
]
