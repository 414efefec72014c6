import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Parts } from '../../content/combined.ts'
import { firstStepOf } from '../../content/figures/first-step.ts'
import { COMMON } from '../../content/words/every-edition.ts'

/** What to begin with, as the last line of the first screen. */
export function renderFirstStep(about: Parts): Markup | undefined {
  const step = firstStepOf(about)
  if (!step) return undefined
  const { title, note } = step
  return html`<p class="first-step"><span class="soft">${COMMON.firstStep}</span> <b>${title}</b>${note !== '' && html` <span class="soft">${note}</span>`}</p>`
}
