import { shareOf } from '../../../engine/evaluation/outcome.ts'
import type { Coverage } from '../../../engine/model/check.ts'
import type { Severity, Verdict } from '../../../engine/model/verdict.ts'
import { timeText } from '../../../shared/datetime.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import { SEVERITY_WORDS, VERDICT_WORDS } from '../content/rules.ts'

/** Small labels of the page. The words carry the meaning; shape and colour only repeat it. */

const VERDICT_LOOKS: Readonly<Record<Verdict, readonly [tone: string, shape: string]>> = {
  effective: ['good', 'check'],
  alternate: ['good', 'check'],
  partial: ['warn', 'half'],
  ineffective: ['bad', 'cross'],
  not_applicable: ['dim', 'none'],
  not_licensed: ['dim', 'unknown'],
  no_visibility: ['dim', 'unknown'],
  not_assessed: ['dim', 'unknown'],
}

const SEVERITY_TONES: Readonly<Record<Severity, string>> = {
  critical: 'critical',
  high: 'bad',
  medium: 'warn',
  low: 'dim',
}

export function verdictBadge(verdict: Verdict): Markup {
  const [tone, shape] = VERDICT_LOOKS[verdict]
  return mark(tone, shape, VERDICT_WORDS[verdict])
}

export const acceptedBadge = (): Markup => mark('dim', 'none', 'Accepted risk')

/** `words` replaces the name of the severity where that alone would be unclear. */
export function severityBadge(severity: Severity, words: string = SEVERITY_WORDS[severity]): Markup {
  return mark(SEVERITY_TONES[severity], severity, words)
}

function mark(tone: string, shape: string, words: string): Markup {
  return html`<span class="mark ${tone}"><svg aria-hidden="true"><use href="#i-${shape}"/></svg>${words}</span>`
}

/** A bar from 0 to 100: what is earned, then hatched what is still unknown. Text beside it says the same. */
export function bar(got: number, could: number = got): Markup {
  return html`<svg class="bar" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="100%"/>${
    could > got && html`<rect width="${share(could)}%" height="100%" fill="url(#hatch)"/>`
  }<rect class="got" width="${share(got)}%" height="100%"/></svg>`
}

export function coverageBar(coverage: Coverage): Markup {
  return bar(100 * shareOf(coverage))
}

export function time(iso: string): Markup {
  return html`<time datetime="${iso}">${timeText(iso)}</time>`
}

/** The anchor of a requirement inside its group. */
export function rowAnchor(group: string, id: string): string {
  return `r-${slug(group)}-${slug(id)}`
}

export const groupAnchor = (group: string): string => `g-${slug(group)}`

const slug = (text: string): string => text.replace(/[^A-Za-z0-9.-]+/g, '-')

const share = (percent: number): string => String(Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10)
