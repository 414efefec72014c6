import type { RequirementResult } from '../../../../engine/model/result.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { affectedCount, namedAlike } from '../../content/rows/named-alike.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { capitalize } from '../../content/words/language.ts'
import { breakable } from './breakable.ts'

/** Characters that a column of names has room for on any screen. */
const WIDE = 32

/** All who are affected, folded. What is the same about several stands above them, about all in the summary. */
export function renderAffected(affected: NonNullable<RequirementResult['affected']>): Markup {
  const { items, total } = affected
  const title = ACTION_WORDS.affected(affectedCount(affected))
  const [only, ...others] = namedAlike(items)
  if (!only) return html`<p class="more">${title}</p>`
  const more = total > items.length && html`<li>${ACTION_WORDS.moreNames(total - items.length)}</li>`
  const list = (names: readonly string[], end: Markup | false): Markup =>
    html`<ul class="names">${names.map((name) => html`<li>${breakable(name, WIDE)}</li>`)}${end}</ul>`
  if (others.length === 0 && (only.remark === '' || items.length === total)) {
    const summary = [title, only.remark === '' ? '' : ACTION_WORDS.each(only.remark)]
    return html`<details class="more"><summary>${summary.filter(Boolean).join(', ')}</summary>${list(only.names, more)}</details>`
  }
  const all = [only, ...others]
  return html`<details class="more"><summary>${title}</summary>${all.map(
    ({ names, remark }, index) =>
      html`${remark !== '' && html`<p class="soft">${capitalize(remark)}</p>`}${list(names, index === all.length - 1 && more)}`,
  )}</details>`
}
