import { dayText } from '../../../shared/dates/datetime.ts'
import { html, type Markup, trusted } from '../../../shared/html/html.ts'
import { openCount, type Progress } from '../answers/rules.ts'
import { goOnValue, type PartProgress, queryOf } from './rules.ts'

/**
 * Every questionnaire that the visitor is asked to complete, and their overall progress. The script updates the
 * numbers.
 */
export function renderOverview(path: string, product: string, parts: readonly PartProgress[]): Markup {
  const [all, others] = [sumOf(parts), sumOf(parts.filter((part) => part.product !== product))]
  return html`<nav class="panel overview" aria-labelledby="overview-title">
<h2 id="overview-title">${parts.length} questionnaires</h2>
<progress id="all-progress" data-answered="${others.answered}" data-of="${others.of}" value="${all.answered}" max="${Math.max(all.of, 1)}" aria-label="Answered questions in all questionnaires">${all.answered} of ${all.of}</progress>
<p class="small"><span id="all-words">${all.answered} of ${all.of} answered in all</span></p>
<ul>${parts.map((part) => renderPart(path, part, part.product === product))}</ul>
</nav>`
}

const renderPart = (path: string, { product, name, dueAt, ...progress }: PartProgress, isCurrent: boolean): Markup =>
  html`<li><a href="${path}${queryOf(product)}"${isCurrent && trusted(' aria-current="page"')}>${name}</a> <span class="soft"><span${isCurrent && trusted(' id="part-words"')}>${progress.answered} of ${progress.of} answered</span>${openCount(progress) > 0 && `, by ${dayText(dueAt)}`}</span></li>`

/** Buttons that save and open the questionnaires that still have open questions. */
export function renderGoOn(product: string, parts: readonly PartProgress[]): Markup | false {
  const next = parts.filter((part) => part.product !== product && openCount(part) > 0)
  return (
    next.length > 0 &&
    html`<p class="actions">${next.map((part) => html`<button class="second" name="next" value="${goOnValue(part.product)}">Continue with ${part.name}</button>`)}</p>`
  )
}

const sumOf = (parts: readonly PartProgress[]): Progress => ({
  answered: parts.reduce((sum, { answered }) => sum + answered, 0),
  of: parts.reduce((sum, { of }) => sum + of, 0),
})
