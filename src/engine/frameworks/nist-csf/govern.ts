import { type CsfFunction, subcategory } from './csf-function.ts'

export const GOVERN: CsfFunction = {
  group: { id: 'govern', name: 'Govern' },
  categories: [
    {
      name: 'Organizational context',
      subcategories: [
        subcategory('GV.OC-01', {
          statement:
            'Everybody who decides on cyber risk knows what the organisation exists to do, and decides accordingly.',
          remedy:
            'Write the mission in a few sentences, put it at the beginning of the security plan, and say for each main risk which part of the mission it threatens.',
        }),
        subcategory('GV.OC-02', {
          statement:
            'The organisation knows who has a stake in its security, inside and outside, and what they expect, and takes this into account.',
          remedy:
            'List customers, owners, staff, insurers, suppliers and authorities with what each expects of your security, and review the list once a year.',
        }),
        subcategory('GV.OC-03', {
          statement: 'Legal, regulatory and contractual duties on security and privacy are known and met.',
          remedy:
            'Keep a register of the laws, standards and contract clauses that bind you, with an owner and a next review date for each.',
        }),
        subcategory('GV.OC-04', {
          statement: 'What others rely on the organisation to deliver is known, ranked and communicated to staff.',
          remedy:
            'Name the services that customers cannot do without, agree on how long each may be down, and inform the teams that run them.',
        }),
        subcategory('GV.OC-05', {
          statement: 'What the organisation itself depends on is known and communicated to those concerned.',
          remedy:
            'List the outside services, suppliers and people you rely on, mark those without a substitute, and share the list with the teams concerned.',
        }),
      ],
    },
    {
      name: 'Risk management strategy',
      subcategories: [
        subcategory('GV.RM-01', {
          statement: 'Goals for handling cyber risk have been set, and those responsible agree on them.',
          remedy:
            'Have management agree each year on a handful of measurable security goals, and record the agreement in its minutes.',
        }),
        subcategory('GV.RM-02', {
          statement: 'How much cyber risk the organisation will accept is written down, known and kept up to date.',
          remedy:
            'Write limits that can be checked, such as hours of downtime or records lost, have management approve them, and review them yearly.',
        }),
        subcategory('GV.RM-03', {
          statement: 'Cyber risks are managed together with all other risks of the business.',
          remedy:
            'Enter cyber risks in the same risk register as financial and operational ones, and report them in the same meeting.',
        }),
        subcategory('GV.RM-04', {
          statement: 'A rule defines when a cyber risk is accepted, reduced, insured against or avoided.',
          remedy:
            'Write a short guide that says who may accept a risk, when it must be reduced, and when insurance or leaving the activity is the answer.',
        }),
        subcategory('GV.RM-05', {
          statement: 'There are defined lines of communication about cyber risk, including risks from suppliers.',
          remedy:
            'Name who reports risks to whom and how often, from staff to management and to the providers that run your systems.',
        }),
        subcategory('GV.RM-06', {
          statement: 'All cyber risks are assessed, recorded and ranked by the same method.',
          remedy:
            'Choose one simple scale of likelihood and impact, use one template for all risks, and teach the people who rate risks how to use both.',
        }),
        subcategory('GV.RM-07', {
          statement:
            'Discussions about risk include the opportunities that better security or new technology would create.',
          remedy:
            'Add a part for opportunities to the risk review, such as tenders you could win or work you could move online, and decide on each.',
        }),
      ],
    },
    {
      name: 'Roles, responsibilities and authorities',
      subcategories: [
        subcategory('GV.RR-01', {
          statement:
            'Leaders answer for cyber risk themselves and set an example of care, honesty and the will to improve.',
          remedy:
            'Make one member of management answerable for cyber risk, put it on the agenda every quarter, and let leaders follow the rules first.',
        }),
        subcategory('GV.RR-02', {
          statement: 'Who does what in security, and who may decide what, is written down, known and followed.',
          remedy:
            'Write a one-page list of security tasks with a name and a deputy for each, your provider’s tasks included, and hand it to everybody on it.',
        }),
        subcategory('GV.RR-03', {
          statement: 'Security gets the people, money and tools that its tasks and plans require.',
          remedy:
            'Set a yearly security budget from the risk register, compare it with what the plan needs, and record what is put off and why.',
        }),
        subcategory('GV.RR-04', {
          statement: 'Security is part of hiring, changing jobs and leaving.',
          remedy:
            'Add background checks, security duties, training and the return of devices and access to the checklists for joiners, movers and leavers.',
        }),
      ],
    },
    {
      name: 'Policy',
      subcategories: [
        subcategory('GV.PO-01', {
          statement:
            'A security policy that suits the organisation exists, has been communicated to everybody and is enforced.',
          remedy:
            'Have management approve a short security policy, have every member of staff confirm having read it, and say what the consequences of a breach are.',
        }),
        subcategory('GV.PO-02', {
          statement:
            'The security policy is reviewed and updated when duties, threats, technology or the business change.',
          remedy:
            'Set a yearly review date and a list of events that call for an earlier one, keep the versions, and inform staff of what has changed.',
        }),
      ],
    },
    {
      name: 'Oversight',
      subcategories: [
        subcategory('GV.OV-01', {
          statement: 'Management reviews the results of its handling of cyber risk, and changes course where needed.',
          remedy:
            'Report results against the security goals to management every quarter, and record what it decides to change.',
        }),
        subcategory('GV.OV-02', {
          statement: 'The approach to cyber risk is checked for gaps in what it must cover, and adapted.',
          remedy:
            'Compare the security plan once a year with your duties, incidents and new systems, and amend it where something is left out.',
        }),
        // The tenant records figures over time by itself; only people know whether anybody draws conclusions from them.
        subcategory('GV.OV-03', {
          statement: 'How well cyber risk is handled is measured, and the measurements lead to changes.',
          remedy:
            'Follow a few figures over time, such as this score, Microsoft Secure Score and the age of open findings, and decide on them each quarter.',
        }),
      ],
    },
    {
      name: 'Cybersecurity supply chain risk management',
      subcategories: [
        subcategory('GV.SC-01', {
          statement: 'There is an agreed programme with goals and rules for the risks that suppliers bring.',
          remedy:
            'Write down how you choose, check and leave suppliers that touch your data or systems, and have management approve it.',
        }),
        subcategory('GV.SC-02', {
          statement: 'Suppliers, customers and partners know which security tasks are theirs and which are yours.',
          remedy:
            'Agree on a table of shared responsibilities with every provider that runs or can reach your systems, and review it when the service changes.',
        }),
        subcategory('GV.SC-03', {
          statement: 'Supplier risks are part of the ordinary risk assessments, decisions and improvements.',
          remedy:
            'Enter supplier risks in the common risk register, and include suppliers whenever you assess a system or plan improvements.',
        }),
        // The tenant lists third-party applications, but neither which belong to suppliers nor which matter most.
        subcategory('GV.SC-04', {
          statement: 'All suppliers are known, and it is clear which of them matter most.',
          remedy:
            'List suppliers, outside applications in Microsoft Entra and partners with delegated administration, and rank them by what would stop without them.',
        }),
        subcategory('GV.SC-05', {
          statement: 'Contracts with suppliers contain the security duties that the risk requires.',
          remedy:
            'Keep standard clauses on incident notice, access, subcontractors, audits and return of data, and use them according to the supplier’s rank.',
        }),
        subcategory('GV.SC-06', {
          statement: 'A supplier is assessed before an agreement is signed, as thoroughly as the risk requires.',
          remedy:
            'Ask new suppliers for certificates or a security questionnaire before signing, and have somebody other than the buyer assess the answers.',
        }),
        subcategory('GV.SC-07', {
          hints: ['admin-consent-workflow'],
          cannotShow: 'Suppliers. The tenant shows only whether somebody approves each application that gets access.',
          statement: 'The risks of each supplier and its products are recorded, treated and watched while it is used.',
          remedy:
            'Let only administrators and named inviters add applications and guests. Once a year, review each important supplier and what its applications and guests may do, and follow up what you find.',
        }),
        subcategory('GV.SC-08', {
          statement: 'Suppliers that matter take part in planning for incidents, in responding and in recovering.',
          remedy:
            'Put the emergency contacts of your suppliers in the response plan, and invite the most important ones to an exercise.',
        }),
        subcategory('GV.SC-09', {
          statement: 'Supply chain security is maintained and measured from the purchase of a product to its end.',
          remedy:
            'Record for each important product where it comes from, how it is updated and how long it is supported, and review the record yearly.',
        }),
        // Idle guests and applications are visible, but not whether their supplier has left, so they are not evidence of
        // an exit plan.
        subcategory('GV.SC-10', {
          statement: 'There is a plan for what happens to access, data and systems when a supplier leaves.',
          remedy:
            'Write an exit checklist, and remove the guests, enterprise applications and delegated administration of past suppliers from the tenant.',
        }),
      ],
    },
  ],
}
