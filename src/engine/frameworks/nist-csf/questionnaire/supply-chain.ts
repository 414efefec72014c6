import { levelQuestion, type Section } from './level-question.ts'

export const SUPPLY_CHAIN_QUESTIONS: readonly Section[] = [
  {
    id: 'GV.SC',
    title: 'Your suppliers and providers',
    questions: [
      levelQuestion('GV.SC-01', {
        text: 'How far are there agreed rules for the risks that suppliers bring into your organisation?',
        one: 'Anybody who needs something buys it, and nobody asks about security.',
        three:
          'Written rules, approved by management, say how suppliers that touch your data or systems are chosen, checked and left.',
        five: 'Problems with suppliers are counted and lead to better rules, and rules that do not help are dropped.',
        shownBy: 'The approved rules, and a purchase that went through them.',
      }),
      levelQuestion('GV.SC-02', {
        text: 'How clear is it between you and your providers who does which security task?',
        one: 'Each side assumes that the other makes the backups and reads the alerts.',
        three:
          'A table of tasks is agreed with every provider that runs or can reach your systems, and both sides know it.',
        five: 'The tables are tested in exercises and after incidents, and updated with every change to the service.',
        shownBy: 'The table of shared tasks with your IT provider.',
      }),
      levelQuestion('GV.SC-03', {
        text: 'How far are suppliers part of your usual risk reviews and improvements?',
        one: 'Risks from suppliers are not considered at all.',
        three: 'They are in the common risk register, and every review of a system includes who supplies it.',
        five: 'What happens to suppliers elsewhere feeds into your own reviews, and the results are measured.',
        shownBy: 'Supplier risks in the risk register with owner and date.',
      }),
      levelQuestion('GV.SC-04', {
        text: 'How well do you know all your suppliers, and which of them matter most?',
        one: 'Accounting knows whom you pay, but nobody knows who can reach your data.',
        three:
          'One list names suppliers, connected applications and partners with administrator access, ranked by what would stop without them.',
        five: 'The list is regularly compared with payments and with the applications in the tenant, and surprises lead to better rules.',
        shownBy: 'The ranked list and the date it was last compared with reality.',
      }),
      levelQuestion('GV.SC-05', {
        text: 'How far do your contracts with suppliers contain the security duties you need?',
        one: 'You sign whatever the supplier presents.',
        three:
          'Standard clauses on incident notice, access, subcontractors, audits and return of data are used according to the supplier’s rank.',
        five: 'You check whether suppliers comply with the clauses, and incidents lead to better ones.',
        shownBy: 'The standard clauses, and a recent contract that contains them.',
      }),
      levelQuestion('GV.SC-06', {
        text: 'How thoroughly do you check a new supplier before you sign?',
        one: 'Price and features decide, and questions about security come up later.',
        three:
          'Certificates or answers to a questionnaire are required before signing, and somebody other than the buyer assesses them.',
        five: 'How suppliers turn out is compared with the checks, which are tightened where they missed something.',
        shownBy: 'The check of the last supplier taken on, with the decision.',
      }),
      levelQuestion('GV.SC-07', {
        text: 'How closely do you monitor a supplier’s risks while you use its products?',
        one: 'Once bought, a product is never looked at again.',
        three:
          'Important suppliers are reviewed yearly, along with the permissions of their applications and guests, and findings are followed up.',
        five: 'News about suppliers reaches you at once and changes ranks and reviews, and their performance is tracked in figures.',
        shownBy: 'The last yearly review of an important supplier and what was done about its findings.',
      }),
      levelQuestion('GV.SC-08', {
        text: 'How far are your important suppliers involved in planning for incidents and in recovering from them?',
        one: 'In an emergency you would first have to look for their telephone numbers.',
        three:
          'Their emergency contacts and tasks are in the response plan, and the most important ones have agreed to them.',
        five: 'They take part in exercises, and what is learned there changes their plans and yours.',
        shownBy: 'The page of the response plan with supplier contacts, or the record of a joint exercise.',
      }),
      levelQuestion('GV.SC-09', {
        text: 'How well do you follow the security of the products you buy, from purchase to the end of their life?',
        one: 'Nobody knows for how much longer a product will get updates.',
        three:
          'The origin, update method and end of support of each important product are recorded and reviewed yearly.',
        five: 'The number of products that run out of support or miss updates is measured, and the result guides what you buy.',
        shownBy: 'The record of products with their end of support.',
      }),
      levelQuestion('GV.SC-10', {
        text: 'How well prepared are you for the end of your work with a supplier?',
        one: 'Accounts and data of past suppliers stay where they were.',
        three:
          'An exit checklist covers access, data, equipment and replacement, and is worked through whenever a supplier leaves.',
        five: 'The exit of those hardest to replace is rehearsed, and leftover access that is found later improves the checklist.',
        shownBy: 'The completed and dated checklist for the last supplier that left.',
      }),
    ],
  },
]
