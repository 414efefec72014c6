import { formatNumber } from '../../format.ts'
import { isIn, type Partner, STATES, type State } from './words.ts'

/** States that need attention are shown only if there are any, in their colour. */
const SHOWN: readonly [state: State, tone?: 'warn' | 'bad'][] = [
  ['active'],
  ['pending'],
  ['suspended'],
  ['overdue', 'warn'],
  ['limit', 'warn'],
  ['unpaid', 'bad'],
]

/** How many partners there are of each state; each number opens the list of them. */
export function Tally({ partners, current, now }: { partners: readonly Partner[]; current: string; now: Date }) {
  const counted = SHOWN.map(([state, tone]) => ({
    state,
    tone,
    count: partners.filter((partner) => isIn(state, partner, now)).length,
  }))
  return (
    <nav aria-label="Partners by state">
      <ul class="tally">
        {counted
          .filter(({ count, tone }) => tone === undefined || count > 0)
          .map(({ state, tone, count }) => (
            <li key={state}>
              <a
                href={state === current ? '/partners' : `/partners?state=${state}`}
                aria-current={state === current ? 'true' : undefined}
                class={tone}
              >
                <strong>{formatNumber(count)}</strong> {STATES[state]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
