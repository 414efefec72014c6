import { levelQuestion, type Section } from './level-question.ts'

export const IDENTIFY_QUESTIONS: readonly Section[] = [
  {
    id: 'ID.AM',
    title: 'What you have',
    questions: [
      levelQuestion('ID.AM-01', {
        text: 'How complete and current is the list of all your hardware, whichever tool keeps it?',
        one: 'Nobody could say how many computers, servers and network devices there are.',
        three:
          'One list, kept by a tool or by rule, has every computer, server, phone and network device with its owner.',
        five: 'Networks are searched for devices that are not on the list, and each one found changes how devices are brought in.',
        shownBy: 'The list with the date of its last change, and a device that joined or left last month.',
      }),
      levelQuestion('ID.AM-02', {
        text: 'How complete and current is the list of the software, services and systems that you use, whichever tool keeps it?',
        one: 'People install and subscribe to what they like, and nobody has an overview.',
        three:
          'A list names every program, online service and system with version and owner, and is renewed by a tool or by rule.',
        five: 'What turns up beside the list is counted and followed up, so that surprises become rare.',
        shownBy: 'The inventory with its date, and how a new service gets into it.',
      }),
      levelQuestion('ID.AM-03', {
        text: 'How well do you know which of your networks and systems talk to each other, and where data leaves the house?',
        one: 'Only the person who set up the network knows, and only from memory.',
        three:
          'A drawing or list shows the networks and the main flows of data, cloud services included, and follows every larger change.',
        five: 'Real traffic is compared with the drawing by routine, and differences are explained or stopped.',
        shownBy: 'The drawing with its date.',
      }),
      levelQuestion('ID.AM-04', {
        text: 'How complete is your list of the services that others provide for you?',
        one: 'Subscriptions come to light when the credit card statement does.',
        three: 'One list names every subscription, online service and outsourced task with owner and end of contract.',
        five: 'It is compared by routine with invoices and licences, and what turns up unlisted changes how services are bought.',
        shownBy: 'The list of services with owners and contract ends.',
      }),
      levelQuestion('ID.AM-05', {
        text: 'How far have you ranked your systems and data by how much depends on them?',
        one: 'Everything is protected alike, or by whoever complains most.',
        three: 'Every system and kind of data has one of a few ranks, and the rank decides how it is protected.',
        five: 'Ranks are checked against outages and changes in the business, and protection follows them without being asked for.',
        shownBy: 'The list of systems with their ranks, or labels and categories set in the tenant.',
      }),
      levelQuestion('ID.AM-07', {
        text: 'How well do you know which important data you hold, where it lies and whose it is?',
        one: 'Customer and personnel data is spread over mailboxes, drives and laptops, and nobody has an overview.',
        three: 'For each kind of data that matters it is recorded where it is kept, who owns it and how long it stays.',
        five: 'Searches and labels show data in wrong places, and what they show changes where and how people store.',
        shownBy: 'The record of kinds of data, such as the one that privacy law asks for.',
      }),
      levelQuestion('ID.AM-08', {
        text: 'How well are devices, programs, services and data looked after from purchase to safe disposal?',
        one: 'Old computers lie in a cupboard with their disks full, and unused accounts live on.',
        three: 'Written rules cover taking into use, upkeep, handing over and wiping, and each step is recorded.',
        five: 'It is measured what is overdue, and planning and buying are changed so that less becomes overdue.',
        shownBy: 'The rules, and proof of wiping for the last devices that were given away.',
      }),
    ],
  },
  {
    id: 'ID.RA',
    title: 'What could happen',
    questions: [
      levelQuestion('ID.RA-01', {
        text: 'How well do you find and record the weaknesses of your systems, with whichever scanner or service?',
        one: 'Weaknesses come to light when somebody attacks or something fails.',
        three:
          'Scanners of your choice cover computers, servers, network devices and online services on set dates, and results are recorded.',
        five: 'Gaps of the scans are known, results are compared over time, and testers from outside look for what scanners miss.',
        shownBy: 'The last scan report with the systems it covered, and what became of its worst results.',
      }),
      levelQuestion('ID.RA-02', {
        text: 'How well informed are you about current attacks and weaknesses?',
        one: 'You hear about them in the general news, if at all.',
        three:
          'Alerts of the national cyber security centre and the main vendors are subscribed to, and a named person reads them.',
        five: 'It is looked at which sources proved useful, and news turns into checks and changes within set times.',
        shownBy: 'A recent alert and what was done about it.',
      }),
      levelQuestion('ID.RA-03', {
        text: 'How far have you named and recorded who or what could harm you, from outside and from within?',
        one: 'The talk is of “hackers” in general.',
        three: 'A list names the threats that fit you, insiders and mistakes included, and is reviewed at set times.',
        five: 'Incidents, attempts seen in your tenant and reports from your sector extend the list as they come.',
        shownBy: 'The list of threats and the date of its last review.',
      }),
      levelQuestion('ID.RA-04', {
        text: 'How far do you estimate how likely a threat is, and what damage it would do?',
        one: 'Estimates are not made, or not written down.',
        three:
          'Each risk has a rating for likelihood and for damage in money, outage and trust, with what it rests on.',
        five: 'Ratings are checked against real events and figures, and get more exact over time.',
        shownBy: 'A few rated risks with their reasons.',
      }),
      levelQuestion('ID.RA-05', {
        text: 'How far does what you know of threats, weaknesses and damage decide what is dealt with first?',
        one: 'What is easiest or loudest is done first.',
        three: 'Open risks and findings are ranked by exposure and worth, and worked through in that order.',
        five: 'The order is recalculated as facts change, and it is checked whether risk really fell by it.',
        shownBy: 'The ranked list and which entries were closed last.',
      }),
      levelQuestion('ID.RA-06', {
        text: 'How reliably does each known risk get a decision, an owner and a date?',
        one: 'Risks are talked about and then forgotten.',
        three: 'Each has a decision, an owner and a date in the register, and overdue ones are raised at set meetings.',
        five: 'It is measured how many are finished in time and whether they helped, and planning is improved by it.',
        shownBy: 'The register with owners, dates and present state.',
      }),
      levelQuestion('ID.RA-07', {
        text: 'How well are changes to your systems, and exceptions to the rules, assessed and recorded?',
        one: 'Changes are made on the fly, and exceptions last for ever.',
        three:
          'Changes go through a short approval with a look at the risk; exceptions have a reason, an approver and an end.',
        five: 'Changes that went wrong and exceptions that were prolonged are counted, and the way of approving is improved.',
        shownBy: 'The last few approved changes, and the register of exceptions.',
      }),
      levelQuestion('ID.RA-08', {
        text: 'How well are you set up to receive and act on reports of weaknesses in your systems or products?',
        one: 'Somebody who found a hole would not know whom to tell.',
        three:
          'An address for reports is published, and it is set who deals with them and with vendors’ notices, and how soon.',
        five: 'Times to respond and to repair are measured and get shorter, and those who reported a flaw learn the outcome.',
        shownBy: 'The published address, and a report or vendor’s notice with what followed.',
      }),
      levelQuestion('ID.RA-09', {
        text: 'How sure are you that hardware and software are genuine before they are put to use?',
        one: 'Things are bought where they are cheapest and downloaded from wherever a search leads.',
        three:
          'By rule you buy from authorised sources, download from the maker, and let only signed software be installed.',
        five: 'Origin and signatures are checked by tools throughout, and doubtful cases lead to stricter sources.',
        shownBy: 'The rule for buying and installing, and the list of approved sources.',
      }),
      levelQuestion('ID.RA-10', {
        text: 'How far are suppliers that you could not do without assessed before you buy from them?',
        one: 'Indispensable suppliers are chosen without a look at their security.',
        three: 'A written assessment is a condition for every supplier that holds your data or keeps you running.',
        five: 'Assessments are repeated and compared with how the supplier did, and the method is improved by it.',
        shownBy: 'The assessment made before the last such purchase.',
      }),
    ],
  },
  {
    id: 'ID.IM',
    title: 'How you get better',
    questions: [
      levelQuestion('ID.IM-01', {
        text: 'How far do assessments and reviews lead to improvements that are really made?',
        one: 'Reports are filed and nothing follows.',
        three: 'Each assessment is compared with the last, and its gaps become tasks with owner and date.',
        five: 'It is followed how many tasks are finished and what they achieved, and assessments are aimed at weak places.',
        shownBy: 'The tasks that came out of the last assessment and their state.',
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
          'After incidents and larger changes it is asked what should be done differently, and the answers go on one list.',
        five: 'Staff bring in ideas unasked, the list is worked off steadily, and repeated mishaps become rare.',
        shownBy: 'The list of improvements with where each came from.',
      }),
      levelQuestion('ID.IM-04', {
        text: 'How good and how well known are your plans for incidents and emergencies?',
        one: 'There is no plan, or nobody would find it when systems are down.',
        three:
          'Plans for response, carrying on and recovery are written, in the hands of those concerned, and reviewed every year.',
        five: 'Every exercise and incident changes the plans, and it is measured whether people can work by them.',
        shownBy: 'The plans with version and date, and where they are kept outside your systems.',
      }),
    ],
  },
]
