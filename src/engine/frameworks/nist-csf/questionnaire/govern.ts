import { levelQuestion, type Section } from './level-question.ts'

export const GOVERN_QUESTIONS: readonly Section[] = [
  {
    id: 'GV.OC',
    title: 'What your organisation exists to do',
    questions: [
      levelQuestion('GV.OC-01', {
        text: 'How far are decisions about security based on what your organisation exists to do?',
        one: 'Security is bought piece by piece, and nobody asks which part of the business it protects.',
        three:
          'The security plan says what the business must be able to do, and states for each main risk what it endangers.',
        five: 'Whenever the business changes course, the security plan is reviewed, and past decisions are checked against it.',
        shownBy:
          'The opening page of the security plan, or minutes in which a risk was weighed by what it does to the business.',
      }),
      levelQuestion('GV.OC-02', {
        text: 'How well do you know who relies on your security, and what they expect of it?',
        one: 'You learn what a customer or insurer expects only when you fail to meet it.',
        three:
          'A list names customers, owners, staff, insurers and authorities with their expectations, and is reviewed every year.',
        five: 'You ask them regularly how well you meet their expectations, and the answers change what you do.',
        shownBy: 'The list with the date of its last review, or security questionnaires that customers have sent you.',
      }),
      levelQuestion('GV.OC-03', {
        text: 'How well do you keep track of the laws, rules and contract clauses on security and privacy that bind you?',
        one: 'Nobody could say offhand which privacy law or which customer clauses apply to you.',
        three: 'A register lists each duty with the person responsible and the date of the next review.',
        five: 'New duties are spotted before they take effect, and a missed one leads to a better way of spotting them.',
        shownBy:
          'The register of duties, or advice from a lawyer or data protection officer and what was done about it.',
      }),
      levelQuestion('GV.OC-04', {
        text: 'How clear is it which of your services customers cannot do without, and for how long?',
        one: 'Each team would name different services, and nobody has agreed how long one may be down.',
        three: 'The services are ranked, each has an agreed longest outage, and those who run them know both.',
        five: 'Outages are compared with what was agreed, and ranks and limits change with what customers say.',
        shownBy: 'The ranked list with outage limits, or customer contracts that state them.',
      }),
      levelQuestion('GV.OC-05', {
        text: 'How well do you know what your own work depends on, such as providers, connections and key people?',
        one: 'You find out what you depend on when it fails.',
        three:
          'A list names the outside services, suppliers and people you rely on, marks those without a substitute, and is shared.',
        five: 'Failures and near misses extend the list, and the number of things without a substitute is deliberately reduced.',
        shownBy: 'The list of dependencies, or a plan for what to do if one of them fails.',
      }),
    ],
  },
  {
    id: 'GV.RM',
    title: 'How you deal with risk',
    questions: [
      levelQuestion('GV.RM-01', {
        text: 'How far has management agreed on goals for security?',
        one: 'There are no goals beyond “nothing must happen”.',
        three: 'Management has agreed on a handful of goals that can be checked, and updates them every year.',
        five: 'Goals are based on last year’s figures and incidents, and goals that are reached are replaced by harder ones.',
        shownBy: 'Minutes or a plan with the goals, who agreed to them and when.',
      }),
      levelQuestion('GV.RM-02', {
        text: 'How clearly is it defined how much cyber risk your organisation is willing to take?',
        one: 'Everybody goes by their own sense of what is too dangerous.',
        three:
          'Limits such as hours of outage or records lost are written down, approved by management and known to those who decide.',
        five: 'How often limits are reached is tracked, and they are adjusted when the figures or the business call for it.',
        shownBy: 'The approved statement with its limits, and a decision that was based on it.',
      }),
      levelQuestion('GV.RM-03', {
        text: 'How far are cyber risks handled together with the other risks of the business?',
        one: 'Cyber risks are left to the IT people and never discussed alongside money, staff or safety.',
        three: 'They are in the same register as all other risks and are discussed in the same meeting.',
        five: 'Trade-offs between cyber and other risks are based on figures, and past ones are reviewed.',
        shownBy: 'The common risk register, or the agenda of the meeting that reviews it.',
      }),
      levelQuestion('GV.RM-04', {
        text: 'How clear is it when a risk may be accepted, and when it must be reduced, insured or avoided?',
        one: 'Risks are accepted silently, because nobody does anything about them.',
        three: 'A short guide says who may accept which risk, when it must be reduced, and when to insure or stop.',
        five: 'Accepted risks are reviewed when things change, and the guide is corrected according to how those choices turned out.',
        shownBy: 'The guide, and one accepted risk that says who accepted it and until when.',
      }),
      levelQuestion('GV.RM-05', {
        text: 'How well does news of cyber risks travel between staff, management and your providers?',
        one: 'It depends on who happens to talk to whom.',
        three:
          'A rule says who reports to whom and how often, from staff up to management and across to the providers.',
        five: 'After each event you check whether the right people knew in time, and fix the reporting lines where they did not.',
        shownBy: 'The contact and reporting plan, or a regular risk report to management.',
      }),
      levelQuestion('GV.RM-06', {
        text: 'How consistently do you rate and record cyber risks?',
        one: 'Risks are not written down, or each person rates them in their own way.',
        three:
          'Every risk is rated on one scale of likelihood and damage and recorded in one template, and raters know how to use both.',
        five: 'Ratings are compared with what really happened, and the scale is adjusted where it misled.',
        shownBy: 'The template with its scale, and a few risks rated by it.',
      }),
      levelQuestion('GV.RM-07', {
        text: 'How far do your discussions of risk also consider what better security could make possible?',
        one: 'Security is only ever spoken of as cost and danger.',
        three:
          'Every risk review has a fixed item for opportunities, such as tenders to win or work to move online, and decides on them.',
        five: 'What came of the opportunities taken is tracked, and this guides which ones are taken next.',
        shownBy: 'Minutes of a risk review in which an opportunity was decided on.',
      }),
    ],
  },
  {
    id: 'GV.RR',
    title: 'Who is responsible',
    questions: [
      levelQuestion('GV.RR-01', {
        text: 'How far does the head of the organisation personally answer for cyber risk?',
        one: 'It is seen as a matter for IT, and leaders exempt themselves from the rules.',
        three:
          'One member of management answers for it, it is on the agenda at set times, and leaders follow the rules themselves.',
        five: 'Leaders ask for figures, speak openly of mistakes, and are measured by how security develops.',
        shownBy: 'A role description or minutes naming the person, and the agenda of the past quarters.',
      }),
      levelQuestion('GV.RR-02', {
        text: 'How clear is it who does which security task, and who may decide what?',
        one: 'Tasks fall to whoever is there, and when that person is away nobody does them.',
        three:
          'A written list assigns each task, including those of your IT provider, to a person and a deputy, and all of them know it.',
        five: 'After incidents and changes the list is checked for gaps and overlaps, and corrected.',
        shownBy: 'The list of tasks with names, deputies and the limits of what each may decide.',
      }),
      levelQuestion('GV.RR-03', {
        text: 'How well do the people, time and money for security match what has to be done?',
        one: 'Money is found only after something has gone wrong.',
        three: 'A yearly budget is drawn up from the known risks, and whatever is put off is recorded with the reason.',
        five: 'What the money achieved is measured, and spending moves to where it lowers risk most.',
        shownBy: 'The security budget of this year, with what was granted and what was put off.',
      }),
      levelQuestion('GV.RR-04', {
        text: 'How far is security part of how people join, change jobs and leave?',
        one: 'New people get access by being copied from a colleague, and leavers’ accounts are found by chance.',
        three:
          'Checklists for joiners, movers and leavers cover background checks, duties, training, devices and access, and are always used.',
        five: 'How quickly access follows each change is measured, and mistakes lead to better checklists.',
        shownBy: 'The completed checklist of the last person who joined and the last who left.',
      }),
    ],
  },
  {
    id: 'GV.PO',
    title: 'Your security policy',
    questions: [
      levelQuestion('GV.PO-01', {
        text: 'How well is your security policy known and followed?',
        one: 'There is none, or a bought template that nobody has read.',
        three:
          'Management has approved a policy that fits you, every member of staff has confirmed it, and breaches have consequences.',
        five: 'How well the rules are followed is measured, and rules that do not work in practice are changed.',
        shownBy: 'The approved policy, and the confirmations from staff.',
      }),
      levelQuestion('GV.PO-02', {
        text: 'How reliably is the security policy updated when threats, duties or your technology change?',
        one: 'It has not been touched since it was written.',
        three:
          'It has a yearly review date and a list of events that call for an earlier one, and staff are told what changed.',
        five: 'Incidents, exceptions and questions from staff are collected and lead to the next version.',
        shownBy: 'The list of versions with dates, and the last note to staff about a change.',
      }),
    ],
  },
  {
    id: 'GV.OV',
    title: 'Looking back and correcting course',
    questions: [
      levelQuestion('GV.OV-01', {
        text: 'How regularly does management review what its security decisions have led to?',
        one: 'Decisions are never reviewed.',
        three:
          'At set times management is shown results against the goals, and any changes it decides on are recorded.',
        five: 'Each review starts with whether the changes of the last one worked, and the plan follows from that.',
        shownBy: 'The last report to management and the decisions taken on it.',
      }),
      levelQuestion('GV.OV-02', {
        text: 'How regularly do you check that the security plan leaves nothing out?',
        one: 'New systems, duties or sites are never compared with the plan.',
        three: 'Once a year the plan is compared with duties, incidents and new systems, and gaps are closed.',
        five: 'Changes trigger the comparison automatically, and the reason why a gap was overlooked is established.',
        shownBy: 'The last comparison with the gaps it found and what was done about them.',
      }),
      levelQuestion('GV.OV-03', {
        text: 'How far do you measure how well you are handling cyber risk, and act on the figures?',
        one: 'There are no figures, or nobody looks at them.',
        three:
          'A few defined figures, such as this score or the age of open findings, are tracked, and decisions follow from them each quarter.',
        five: 'Figures have targets and trends, and are replaced when they no longer say anything useful.',
        shownBy: 'The figures of the past quarters, and a decision that followed from them.',
      }),
    ],
  },
]
