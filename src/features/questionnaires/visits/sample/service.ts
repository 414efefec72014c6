import { ESSENTIAL_EIGHT } from '../../../../engine/frameworks/essential-eight/essential-eight.ts'
import { type FramedPage, IN_OWN_FRAME } from '../../../../shared/html/framed-page.ts'
import { logoSource } from '../../../../shared/html/partner-look.ts'
import { pagePolicy } from '../../../../shared/security-headers.ts'
import type { Brand } from '../../../brands/rules.ts'
import { questionsOf, type StoredAnswers } from '../../answers/rules.ts'
import { dueAt } from '../../invitations/rules.ts'
import { NO_FINDINGS } from '../../suggestions/rules.ts'
import { toView } from '../../view.ts'
import { renderQuestionnaire } from '../page.ts'
import { nameOfPartner } from '../rules.ts'
import { visitStyle } from '../style.ts'

/** Answered questions, so that the page shows what a choice looks like. */
const ANSWERED = 3

const EMAIL = 'recipient@customer.example'

/** A questionnaire of an invented customer, in a look that is not stored. It saves nothing. */
export function renderSampleVisit({ brand, company }: { brand: Brand; company: string }, at: Date): FramedPage {
  const visitor = {
    email: EMAIL,
    invitedBy: null,
    section: null,
    customerName: 'Sample customer',
    partnerName: nameOfPartner(brand, company),
    brand,
    dueAt: dueAt(at),
  }
  return {
    page: renderQuestionnaire({
      path: '',
      query: '',
      visitor,
      view: toView(ESSENTIAL_EIGHT, { customerId: '', stored: makeAnswers(at), findings: NO_FINDINGS, now: at }),
      overview: [],
      related: new Map(),
      attachments: new Map(),
      now: at,
      typed: {},
      problems: [],
      isSample: true,
    }),
    policy: pagePolicy(visitStyle(brand), { ...logoSource(brand), ...IN_OWN_FRAME }),
  }
}

function makeAnswers(answeredAt: Date): StoredAnswers {
  const author = { kind: 'recipient', id: EMAIL } as const
  const ids = [...questionsOf(ESSENTIAL_EIGHT).keys()].slice(0, ANSWERED)
  return new Map(ids.map((id) => [id, { id, answer: 'yes', author, answeredAt }]))
}
