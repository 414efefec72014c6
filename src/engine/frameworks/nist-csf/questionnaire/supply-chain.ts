import { levelQuestion, type Section } from './level-question.ts'

export const SUPPLY_CHAIN_QUESTIONS: readonly Section[] = [
  {
    id: 'GV.SC',
    title: 'Your suppliers and providers',
    questions: [
      levelQuestion('GV.SC-01', {
        text: 'How far are there agreed rules for the risks that suppliers bring into your organisation?',
        one: 'Whoever needs something buys it, and security is not a question.',
        three:
          'It is written how suppliers that touch your data or systems are chosen, checked and left, and management approved it.',
        five: 'Trouble with suppliers is counted and changes the rules, and the rules are shortened where they do not help.',
        shownBy: 'The approved rules, and a purchase that went through them.',
      }),
      levelQuestion('GV.SC-02', {
        text: 'How clear is it between you and your providers who does which security task?',
        one: 'Each side supposes that the other makes the backups and reads the alerts.',
        three:
          'With every provider that runs or reaches your systems a table of tasks is agreed, and both sides know it.',
        five: 'The tables are tested in exercises and after incidents, and changed with every change of the service.',
        shownBy: 'The table of shared tasks with your IT provider.',
      }),
      levelQuestion('GV.SC-03', {
        text: 'How far are suppliers part of your usual risk reviews and improvements?',
        one: 'Risks from suppliers are not considered at all.',
        three: 'They stand in the common risk register, and every review of a system includes who supplies it.',
        five: 'What happens to suppliers elsewhere is brought into your own reviews, and the results are measured.',
        shownBy: 'Supplier risks in the risk register with owner and date.',
      }),
      levelQuestion('GV.SC-04', {
        text: 'How well do you know all your suppliers, and which of them matter most?',
        one: 'Accounting could tell whom you pay, but not who reaches your data.',
        three:
          'One list holds suppliers, connected applications and partners with administrator access, ranked by what would stop without them.',
        five: 'The list is compared by routine with payments and with the applications in the tenant, and surprises lead to better rules.',
        shownBy: 'The ranked list and the date it was last compared with reality.',
      }),
      levelQuestion('GV.SC-05', {
        text: 'How far do your contracts with suppliers contain the security duties you need?',
        one: 'You sign what the supplier puts before you.',
        three:
          'Set clauses on incident notice, access, subcontractors, checks and return of data are used according to the supplier’s rank.',
        five: 'It is checked whether suppliers keep the clauses, and incidents lead to better ones.',
        shownBy: 'The set of clauses, and a recent contract that contains them.',
      }),
      levelQuestion('GV.SC-06', {
        text: 'How thoroughly do you look into a new supplier before you sign?',
        one: 'Price and function decide, and security is found out later.',
        three:
          'Certificates or answers to a questionnaire are required before signing, and somebody other than the buyer judges them.',
        five: 'It is compared afterwards how suppliers turned out, and the checks are sharpened where they missed something.',
        shownBy: 'The check of the last supplier taken on, with the decision.',
      }),
      levelQuestion('GV.SC-07', {
        text: 'How closely do you keep an eye on a supplier’s risks while you use its products?',
        one: 'Once bought, a product is never looked at again.',
        three:
          'Important suppliers are reviewed yearly, with the permissions of their applications and guests, and findings are followed up.',
        five: 'News about suppliers reaches you at once, ranks and reviews follow from it, and their record is kept as figures.',
        shownBy: 'The last yearly review of an important supplier and what was done about its findings.',
      }),
      levelQuestion('GV.SC-08', {
        text: 'How far are your important suppliers part of planning for incidents and of getting over them?',
        one: 'In an emergency you would first have to search for their telephone numbers.',
        three:
          'Their emergency contacts and tasks are in the response plan, and the most important ones have agreed to them.',
        five: 'They take part in exercises, and what is learned there changes their plans and yours.',
        shownBy: 'The page of the response plan with supplier contacts, or the record of a joint exercise.',
      }),
      levelQuestion('GV.SC-09', {
        text: 'How well do you follow the security of the products you buy, from purchase to the end of their life?',
        one: 'Nobody knows how long a product will still get updates.',
        three:
          'For each important product its origin, way of updating and end of support are recorded and reviewed yearly.',
        five: 'It is measured how many products run out of support or miss updates, and buying is guided by the result.',
        shownBy: 'The record of products with their end of support.',
      }),
      levelQuestion('GV.SC-10', {
        text: 'How well prepared is the end of working with a supplier?',
        one: 'Accounts and data of past suppliers stay where they were.',
        three:
          'An exit checklist covers access, data, equipment and replacement, and is worked through whenever one leaves.',
        five: 'Departures are rehearsed for those hardest to replace, and left-over access found later improves the checklist.',
        shownBy: 'The checklist of the last supplier that left, worked through and dated.',
      }),
    ],
  },
]
