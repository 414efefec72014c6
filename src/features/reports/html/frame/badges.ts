import { shareOf } from '../../../../engine/evaluation/outcome.ts'
import type { Coverage } from '../../../../engine/model/check.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import type { Severity, Verdict } from '../../../../engine/model/verdict.ts'
import { dayText, timeText } from '../../../../shared/dates/datetime.ts'
import type { Locale } from '../../../../shared/dates/locales.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { outsideState, VERDICTS } from '../../content/requirements.ts'
import { SEVERITY_WORDS, VERDICT_WORDS } from '../../content/rules.ts'
import { STATE_WORDS } from '../../content/words/controls.ts'
import { ROW } from '../../content/words/rows.ts'

/** Small labels of the page. The words carry the meaning; shape and colour only repeat it. */

const VERDICT_LOOKS: Readonly<Record<Verdict, readonly [tone: string, shape: string]>> = {
  effective: ['good', 'check'],
  alternate: ['good', 'check'],
  partial: ['warn', 'half'],
  ineffective: ['bad', 'cross'],
  not_applicable: ['dim', 'none'],
  not_licensed: ['dim', 'locked'],
  no_visibility: ['dim', 'blocked'],
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

export const acceptedBadge = (): Markup => mark('dim', 'none', ROW.acceptedRisk)

/** That something became worse, which is neutral if only an answer lowered it. */
export const declineBadge = ({ words, byAnswer }: { words: string; byAnswer: boolean }): Markup =>
  mark(byAnswer ? 'dim' : 'bad', 'down', words)

/** `words` replaces the name of the severity where that alone would be unclear. */
export function severityBadge(severity: Severity, words: string = SEVERITY_WORDS[severity]): Markup {
  return mark(SEVERITY_TONES[severity], severity, words)
}

export const severityIcon = (severity: Severity): Markup =>
  html`<svg class="icon" aria-hidden="true" focusable="false"><use href="#i-${severity}"/></svg>`

function mark(tone: string, shape: string, words: string): Markup {
  return html`<span class="mark ${tone}"><svg aria-hidden="true"><use href="#i-${shape}"/></svg>${words}</span>`
}

/** The id of a requirement with its state; a link if the page says more about it at an anchor. */
export function stateChip(row: RequirementResult, isAsked: boolean, anchor?: string): Markup {
  const { id } = row
  const [tone, shape, words] = stateLook(row, isAsked)
  const inner = html`<svg aria-hidden="true"><use href="#i-${shape}"/></svg>${id}<span class="unseen">: ${words}</span>`
  return anchor === undefined
    ? html`<span class="chip ${tone}" title="${words}">${inner}</span>`
    : html`<a class="chip ${tone}" title="${words}" href="#${anchor}">${inner}</a>`
}

/** From what is in place to what nobody asks for. */
const KEY_ORDER: readonly string[] = [
  ...VERDICTS.map((verdict) => VERDICT_WORDS[verdict]),
  ROW.acceptedRisk,
  STATE_WORDS.metOutside,
  STATE_WORDS.idleOutside,
  STATE_WORDS.outside,
]

/** What the chips of these requirements mean, each once. */
export function chipKey(rows: readonly (readonly [row: RequirementResult, isAsked: boolean])[]): Markup {
  const looks = new Map(rows.map(([row, isAsked]) => stateLook(row, isAsked)).map((look) => [look[2], look]))
  const sorted = [...looks.values()].toSorted((a, b) => KEY_ORDER.indexOf(a[2]) - KEY_ORDER.indexOf(b[2]))
  return html`<ul class="key">${sorted.map(
    ([tone, shape, words]) =>
      html`<li class="chip ${tone}"><svg aria-hidden="true"><use href="#i-${shape}"/></svg>${words}</li>`,
  )}</ul>`
}

function stateLook(row: RequirementResult, isAsked: boolean): readonly [tone: string, shape: string, words: string] {
  const { verdict, accepted } = row
  if (!isAsked) {
    const state = outsideState(row)
    return ['outside', state === 'metOutside' ? 'check' : 'none', STATE_WORDS[state]]
  }
  return accepted ? ['dim', 'none', ROW.acceptedRisk] : [...VERDICT_LOOKS[verdict], VERDICT_WORDS[verdict]]
}

/** A bar of what holds and what does not, or what may hold in a way that is not seen; text beside it says the same. */
export function coverageBar(coverage: Coverage, isUnknown: boolean): Markup {
  const share = Math.round(1000 * shareOf(coverage)) / 10
  return html`<svg class="bar" aria-hidden="true"><rect class="${isUnknown ? 'a-unknown' : 'a-missing'}" width="100%" height="100%"/><rect class="a-in-place" width="${share}%" height="100%"/></svg>`
}

/** A time in UTC, which the script of the page writes in the reader's zone. */
export function time(iso: string, locale?: Locale): Markup {
  return html`<time datetime="${iso}">${timeText(iso, { locale })}</time>`
}

/** Like `time`, without the time of day. */
export function day(iso: string, locale?: Locale): Markup {
  return html`<time datetime="${iso}" data-form="day">${dayText(iso, { locale })}</time>`
}

/** A text in which the day of this time is like `day`. */
export function withDay(text: string, iso: string, locale?: Locale): Markup {
  const [before = '', ...after] = text.split(dayText(iso, { locale }))
  return after.length === 1 ? html`${before}${day(iso, locale)}${after}` : html`${text}`
}

/** The anchor of a requirement inside its group. */
export function rowAnchor(group: string, id: string): string {
  return `r-${slug(group)}-${slug(id)}`
}

/** The anchor of a finding where an action lists it first. */
export const findingAnchor = (id: string): string => `f-${slug(id)}`

export const groupAnchor = (group: string): string => `g-${slug(group)}`

const slug = (text: string): string => text.replace(/[^A-Za-z0-9.-]+/g, '-')
