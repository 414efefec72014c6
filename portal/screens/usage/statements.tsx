import { Link } from '../../parts/link.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'

/** More than the statements of a year, in every currency. */
const SEARCHED = 50

/** Links to the settlement statements whose period contains the month, for those who may read them. */
export function Statements({ month }: { month: string }) {
  const isAdmin = useRoleReason('admin') === undefined
  const read = useRead('/distributor/settlements', { query: { limit: SEARCHED }, enabled: isAdmin })
  if (!isAdmin || !read.data) return null
  const found = read.data.settlements.filter(
    ({ firstDay, lastDay }) => firstDay.slice(0, 7) <= month && month <= lastDay.slice(0, 7),
  )
  if (found.length === 0) return <p class="soft small">The statement follows when the settlement period closes.</p>
  return (
    <p>
      {found.map(({ id, number, period, currency }) => (
        <Link key={id} to="/settlement/:id" params={{ id }}>
          Statement {number}, {period}, {currency}{' '}
        </Link>
      ))}
    </p>
  )
}
