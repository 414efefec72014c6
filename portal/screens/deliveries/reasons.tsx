import { formatNumber } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { adviceOn, reasonWords } from './words.ts'

export interface ReasonsProps {
  filter: Record<string, string>
  onReplay: (reason: string) => void
}

/** Why deliveries of the filter failed, the most frequent cause first; shows nothing where none did. */
export function Reasons({ filter, onReplay }: ReasonsProps) {
  const { set } = useSearch()
  const read = useRead('/{account}/deliveries/reasons', { query: filter })
  const reasons = read.data?.reasons ?? []
  if (reasons.length === 0 || filter.state === 'delivered') return null
  return (
    <div class="causes">
      <Card title={filter.reason === undefined ? 'Not delivered, by cause' : 'Not delivered for this cause'}>
        <ul>
          {reasons.map(({ reason, deliveries, newestAt }) => {
            const advice = adviceOn(reason)
            return (
              <li key={reason}>
                <strong class="number">{formatNumber(deliveries)}</strong>
                <div>
                  <p class="cause">{reasonWords(reason)}</p>
                  <p class="small soft">
                    {advice && `${advice} `}Newest <Time at={newestAt} />.
                  </p>
                </div>
                <div class="row">
                  {filter.reason === undefined && (
                    <Button
                      size="small"
                      label={`Show deliveries with this cause: ${reasonWords(reason)}`}
                      onClick={() => set({ reason, cursor: undefined }, { push: true })}
                    >
                      Show
                    </Button>
                  )}
                  <Button
                    size="small"
                    label={`Send again the deliveries with this cause: ${reasonWords(reason)}`}
                    onClick={() => onReplay(reason)}
                  >
                    Send again…
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
    </div>
  )
}
