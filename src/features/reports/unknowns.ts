import type { AssessmentResult } from '../../engine/model.ts'
import { html, type Markup } from '../../ground/html.ts'
import { rowAnchor } from './marks.ts'
import { knownLead, type UnknownKind, unknownKinds } from './words.ts'

/** What could not be settled, why, and what would settle it. */
export function renderUnknowns(result: AssessmentResult): Markup {
  const kinds = unknownKinds(result)
  return html`<section class="panel" id="unknown" aria-labelledby="unknown-title">
<h2 id="unknown-title">What is known, and what is not</h2>
<p class="lead">${knownLead(result)}</p>
${kinds.length > 0 && html`<div class="reasons">${kinds.map(renderKind)}</div>`}
</section>`
}

function renderKind({ title, next, reasons }: UnknownKind): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${next}</p>
<ul>${reasons.map(
    ([reason, its]) =>
      html`<li><p>${reason}</p><p class="ids">${its.map((row) => html`<a href="#${rowAnchor(row.group, row.id)}">${row.id}</a> `)}</p></li>`,
  )}</ul></div>`
}
