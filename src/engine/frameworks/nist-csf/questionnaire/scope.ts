import type { ScopeQuestion } from '../../../model/questionnaire.ts'

/**
 * A scope question can exclude only subcategories that are entirely about its subject. There is none about suppliers,
 * because everybody here uses cloud services, and none about servers, because no subcategory is only about them.
 */
export const SCOPE_QUESTIONS: readonly ScopeQuestion[] = [
  {
    id: 'scope-software-development',
    text: 'Does your organisation develop software, or have software developed for it?',
    help: 'Websites and applications that are built to order count, and so do scripts that the business depends on. Buying finished products and setting them up does not count.',
    covers: ['PR.PS-06'],
  },
  {
    id: 'scope-premises',
    text: 'Does your organisation have rooms of its own with equipment in them?',
    help: 'Rented offices, shops, workshops and storage rooms count, even if they contain nothing more than a router and a printer. Answer no only if everybody works from home or on the road.',
    covers: ['PR.IR-02', 'DE.CM-02'],
  },
  {
    id: 'scope-staff',
    text: 'Does anybody besides the owner work for your organisation?',
    help: 'Employees, freelancers and temporary staff with access to your systems count, including those who have left within the past year. Providers such as your IT partner do not.',
    covers: ['GV.RR-04'],
  },
]
