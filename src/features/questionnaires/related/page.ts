import { dayText } from '../../../shared/dates/datetime.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import type { RelatedAnswer } from './rules.ts'

/** The answers to related questions in other questionnaires, each with its source. */
export const renderRelated = (id: string, answers: readonly RelatedAnswer[]): Markup | false =>
  answers.length > 0 &&
  html`<div class="related" id="related-${id}"><p><strong>Already answered elsewhere.</strong> <span class="soft">It only counts there: please answer it here too.</span></p>
<ul>${answers.map(renderAnswer)}</ul></div>`

const renderAnswer = ({ productName, text, answer, author, answeredAt, note, evidenceUrl }: RelatedAnswer): Markup =>
  html`<li><span class="soft">${productName}: ${text}</span> <strong>${answer}</strong> <span class="soft">(${author !== undefined && html`${author}, `}${dayText(answeredAt)})</span>${note !== undefined && html`<br>Note: ${note}`}${evidenceUrl !== undefined && html`<br>Evidence: <a href="${evidenceUrl}" rel="noreferrer noopener" target="_blank">${evidenceUrl}</a>`}</li>`
