import { Badge } from '../../parts/notice.tsx'
import { Card, Facts } from '../../parts/screen.tsx'
import { settlementWords } from '../partners/partner-fields.tsx'
import { limitWords, planName, stateOf } from '../plan/words.ts'
import type { Partner } from './words.ts'

/** What the partner is on, and what that costs whom. */
export function Plan({ partner }: { partner: Partner }) {
  const { plan, settlement, billedBy, subscriptionStatus, runs } = partner
  const { currency, interval } = settlement
  const subscription = subscriptionStatus && stateOf({ status: subscriptionStatus })
  return (
    <Card
      title="Plan"
      actions={
        subscription && subscription.tone !== 'good' && <Badge tone={subscription.tone}>{subscription.words}</Badge>
      }
    >
      <div class="stack">
        <p class="figure">
          <strong>{planName(plan)}</strong>
        </p>
        <Facts
          facts={[
            [
              'Runs',
              runs.limit === 0 ? 'None until it is paid' : runs.limit < 0 ? 'Without limit' : limitWords(runs.limit),
            ],
            ['Billing', billedBy === 'service' ? 'We bill the partner.' : 'You bill the partner, and we bill you.'],
            ['List price', settlementWords(plan, currency, interval)],
          ]}
        />
      </div>
    </Card>
  )
}
