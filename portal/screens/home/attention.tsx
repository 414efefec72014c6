import type { Reads } from '../../endpoints.ts'
import { formatNumber } from '../../format.ts'
import { GoodIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { SCREENS } from '../../routes.ts'
import { useRoleReason } from '../../session.ts'
import { ATTENTION } from './words.ts'

type Item = Reads['/partner/home']['attention'][number] | Reads['/distributor/home']['attention'][number]

/** What waits for somebody: how many, what it is, and the one thing to do about it. */
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
          {items.map((item) => (
            <AttentionItem key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AttentionItem({ item }: { item: Item }) {
  const { tone, label, sentence, step, since, more } = ATTENTION[item.kind]
  const roleReason = useRoleReason(more.role ?? 'reader')
  return (
    <li class={tone}>
      <strong class="count">{formatNumber(item.count)}</strong>
      <div>
        <h3>{label}</h3>
        <p>{sentence(item)}</p>
        <p class="soft small">
          {since} <Time at={item.since} />. {step}
          {roleReason !== undefined && ' Owners and administrators can see why.'}
        </p>
      </div>
      {SCREENS[more.to] && roleReason === undefined && (
        <p>
          <Link class="button small" to={more.to} query={more.query ?? {}} label={`${more.label}: ${label}`}>
            {more.label}
          </Link>
        </p>
      )}
    </li>
  )
}
