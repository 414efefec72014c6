import type { Reads } from '../../endpoints.ts'
import { GoodIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { SCREENS } from '../../routes.ts'
import { ATTENTION } from './words.ts'

type Item = Reads['/partner/home']['attention'][number] | Reads['/distributor/home']['attention'][number]

/** What waits for somebody. */
export function Attention({ items }: { items: readonly Item[] }) {
  return (
    <Card title="Needs attention">
      {items.length === 0 ? (
        <p class="calm">
          <GoodIcon />
          Nothing needs attention.
        </p>
      ) : (
        <ul class="attention">
          {items.map((item) => {
            const { tone, label, sentence, step, since, more } = ATTENTION[item.kind]
            return (
              <li key={item.kind}>
                <Badge tone={tone}>{label}</Badge>
                <p>{sentence(item)}</p>
                <p class="soft small">
                  {since} <Time at={item.since} />. {step}
                </p>
                {'customerId' in item && item.customerId !== undefined && (
                  <p class="small">
                    <Link to="/customers/:id" params={{ id: item.customerId }}>
                      Show the customer
                    </Link>
                  </p>
                )}
                {more && SCREENS[more.to] && (
                  <p class="small">
                    <Link to={more.to} query={more.query ?? {}}>
                      {more.label}
                    </Link>
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
