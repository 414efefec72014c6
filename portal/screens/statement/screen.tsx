import { useRoute } from 'preact-iso/router'
import { formatAmount, formatDate } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Facts, Screen } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { ForDistributors } from '../settlement/for-distributors.tsx'
import { Adjustments, Lines, type Statement, UsageOfPartners } from './tables.tsx'

const TITLE = 'Statement'

/** One settlement statement with its lines, adjustments and usage, and its files. */
export default function StatementScreen() {
  const { params } = useRoute()
  return (
    <ForDistributors title={TITLE}>
      <Details id={params.id ?? ''} />
    </ForDistributors>
  )
}

function Details({ id }: { id: string }) {
  const read = useRead('/distributor/settlements/:id', { params: { id } })
  const statement = read.data
  return (
    <Screen
      title={statement === undefined ? TITLE : `${TITLE} ${statement.number}`}
      intro={
        <>
          <Link to="/settlement">Settlement</Link>
          {statement !== undefined && ` / ${statement.period}`}
        </>
      }
      call={{ title: 'Read a settlement statement', path: `/settlements/${id}` }}
      actions={statement !== undefined && <Files id={statement.id} />}
    >
      <Loaded read={read} lines={8}>
        {(statement) => (
          <div class="stack">
            <Summary statement={statement} />
            {statement.lines.length > 0 && <Lines statement={statement} />}
            {statement.adjustments.length > 0 && <Adjustments statement={statement} />}
            {statement.usage.length > 0 && <UsageOfPartners statement={statement} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Files({ id }: { id: string }) {
  const file = `/portal/api/distributor/settlements/${id}/file`
  return (
    <>
      <a class="button" href={`${file}?format=pdf`} download>
        Download PDF
      </a>
      <a class="button" href={`${file}?format=csv`} download>
        Download CSV
      </a>
    </>
  )
}

function Summary({ statement }: { statement: Statement }) {
  const { currency, firstDay, lastDay, createdAt, charged, revenueShare, adjusted, total } = statement
  return (
    <section class="card" aria-label="Summary">
      <Facts
        facts={[
          ['Period', `${formatDate(firstDay)} to ${formatDate(lastDay)} (UTC)`],
          ['Closed', <Time key="closed" at={createdAt} show="full" />],
          ['List price', formatAmount(charged, currency)],
          ['Your share', formatAmount(-revenueShare, currency)],
          ['Adjustments', formatAmount(adjusted, currency)],
          [
            total < 0 ? 'We owe you' : 'You owe us',
            <strong key="total">{formatAmount(Math.abs(total), currency)}</strong>,
          ],
        ]}
      />
    </section>
  )
}
