import { formatNumber, plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { CHANGES, type SharedChange } from './words.ts'

/** What changed in the same way for several customers this week, such as after a change of Microsoft's. */
export function Changes() {
  const read = useRead('/partner/fixes/changes')
  return (
    <Card title="What changed everywhere this week">
      <Loaded read={read} lines={2}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p class="soft">
              No requirement changed in the same way for three customers or more within the last seven days.
            </p>
          ) : (
            <ul class="shared-changes">
              {changes.map((change) => (
                <Item key={`${change.product} ${change.requirement} ${change.change}`} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function Item({ change }: { change: SharedChange }) {
  const { customers, requirement, statement = requirement, product, named, newestAt } = change
  const { tone, words } = CHANGES[change.change]
  const left = customers - named.length
  return (
    <li>
      <div>
        <strong class="number">{formatNumber(customers)}</strong>
        <span class="soft small">{customers === 1 ? 'customer' : 'customers'}</span>
      </div>
      <div>
        <Badge tone={tone}>{words}</Badge>
        <p>{statement}</p>
        <p class="soft small">
          {frameworkName(product)}, {requirement}. Newest <Time at={newestAt} />.
        </p>
        <details class="small">
          <summary>Show customers</summary>
          <p>
            {named.map(({ name }) => name).join(', ')}
            {left > 0 && `, and ${plural(left, 'other')}`}
          </p>
        </details>
      </div>
    </li>
  )
}
