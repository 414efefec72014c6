import { formatNumber, plural } from '../../format.ts'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { countProgress, type Findings } from './words.ts'

/** How many findings are in each state, and what later runs have verified. */
export function Summary({ data: { findings, verified } }: { data: Findings }) {
  const { open, planned, overdue, done } = countProgress(findings)
  return (
    <Card title="Repairs">
      <dl class="figures">
        <Figure name="Open" count={open} />
        <Figure name="Planned" count={planned} />
        {overdue > 0 && <Figure name="Overdue" count={overdue} isAlarming />}
        <Figure name="Done, not verified" count={done} />
        <Figure name="Verified" count={verified.length} />
      </dl>
      {verified.length > 0 && (
        <details class="unknowns">
          <summary>{plural(verified.length, 'repair')} verified by a run</summary>
          <ul>
            {verified.map(({ requirement, statement, progress }) => (
              <li key={requirement}>
                {statement || requirement}{' '}
                <span class="soft small">
                  {requirement}, <Time at={progress.changedAt} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function Figure({ name, count, isAlarming }: { name: string; count: number; isAlarming?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isAlarming ? 'alarming' : undefined}>{formatNumber(count)}</dd>
    </div>
  )
}
