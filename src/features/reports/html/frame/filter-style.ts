import { FRAMEWORKS } from '../../../../engine/frameworks/catalogue.ts'
import { ROW_STATES } from '../../content/requirements.ts'
import { EFFORTS, SEVERITIES } from '../../content/rules.ts'

/** The classes of what the boxes of filters show and hide. An action has one of each kind, a requirement a state. */
const [SEVERITY, EFFORT, CHANGE] = [
  SEVERITIES.map((severity) => `severity-is-${severity}`),
  [...EFFORTS, 'none'].map((effort) => `effort-is-${effort}`),
  ['worse', 'others'].map((change) => `change-is-${change}`),
] as const
const STATE = ROW_STATES.map((state) => `state-is-${state}`)
const FRAMEWORK = FRAMEWORKS.map(({ id }) => `framework-is-${id}`)

/** What has a class of which the box is not checked. */
const OFF = [SEVERITY, EFFORT, CHANGE, STATE]
  .flat()
  .map((name) => `[data-filtered]:has(.show-${name}:not(:checked)) .${name}`)

/** What belongs to several boxes is shown while one of them is checked. */
const ON = FRAMEWORK.map((name) => `[data-filtered]:has(.show-${name}:checked) [data-one-of~="${name}"]`)

/** A filtered element in which each of these boxes is checked, or not there. */
const withoutOff = (...names: readonly string[]): string =>
  `[data-filtered]:not(:has(${names.map((name) => `.show-${name}:not(:checked)`).join()}))`

/**
 * Areas with an action that no box hides, and groups with such a requirement: the others have nothing below their heading. By
 * change and framework, areas are chosen separately, because rules for all combinations would make each page larger.
 */
const AREAS = [
  SEVERITY.flatMap((severity) =>
    EFFORT.map((effort) => `${withoutOff(severity, effort)} .area:has(.${severity}.${effort}:not([hidden]))`),
  ),
  CHANGE.map((change) => `${withoutOff(change)} .area:has(.${change}:not([hidden]))`),
  FRAMEWORK.map((name) => `${withoutOff(name)} .area:has([data-one-of~="${name}"])`),
]
const GROUPS = STATE.map((name) => `${withoutOff(name)} .group:has(.${name} [data-finding]:not([hidden]))`)

/** What the boxes of filters do without the script. */
export const FILTER_STYLE = `
[data-filtered]:has([data-shows^="framework-is-"]) [data-one-of] { display: none; } ${ON.join(', ')} { display: list-item; }
${OFF.join(', ')} { display: none; }
${[...AREAS.map((shown) => `.area:not(${shown.join()})`), `.group:not(${GROUPS.join()})`]
  .map((empty) => `[data-filtered]:has([data-shows]:not(:checked)) ${empty}`)
  .join()} { display: none; }
`
