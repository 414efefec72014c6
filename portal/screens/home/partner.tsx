import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { Usage } from '../usage/runs.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LatestRuns } from './latest-runs.tsx'
import { Posture } from './posture.tsx'
import { shareWords } from './words.ts'

/** Each region reads its own data, so that a failure does not affect the others. */
export function PartnerHome() {
  const home = useRead('/partner/home')
  return (
    <div class="stack">
      <Loaded read={home} lines={8}>
        {({ month, runs, customers, checklist, attention }) => (
          <>
            <FirstSteps steps={checklist} />
            {customers.count > 0 && <Posture />}
            <div class="cards">
              <Attention items={attention} />
              <Usage month={month} runs={runs} more={shareWords(customers)} />
            </div>
          </>
        )}
      </Loaded>
      <Card title="Latest runs">
        <LatestRuns />
      </Card>
    </div>
  )
}
