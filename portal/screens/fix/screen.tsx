import { useRoute } from 'preact-iso/router'
import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card, Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { effortWords, pointsWords, SEVERITIES, severityOf } from '../fixes/words.ts'

type Detail = Reads['/partner/fixes/:id']
type Row = Detail['customers'][number]
type Remedy = NonNullable<Detail['remedy']>

/** One fix: how it is done, and the customers it helps. */
export default function FixScreen() {
  const { params } = useRoute()
  const { account } = useSession()
  return account.kind === 'partner' ? <Details id={params.id ?? ''} /> : <NotFound />
}

function Details({ id }: { id: string }) {
  const read = useRead('/partner/fixes/:id', { params: { id } })
  const hasCustomers = (read.data?.customers.length ?? 0) > 0
  return (
    <Screen
      title={read.data?.title ?? 'Fix'}
      intro={<Link to="/fixes">All fixes</Link>}
      actions={
        hasCustomers && (
          <a class="button" href={`/portal/api/partner/fixes/file${toSearch({ fix: id })}`} download>
            Download CSV
          </a>
        )
      }
    >
      <Loaded read={read} lines={8}>
        {(fix) => (
          <div class="stack">
            {fix.customers.length === 0 ? (
              <EmptyState title="No customer needs this now">
                No customer’s newest run has a finding that it would fix.
              </EmptyState>
            ) : (
              <>
                <Summary fix={fix} />
                {fix.remedy && <HowTo remedy={fix.remedy} />}
                <Table caption="Customers" columns={COLUMNS} rows={fix.customers} rowKey={keyOf} />
              </>
            )}
            {fix.remedy && fix.customers.length === 0 && <HowTo remedy={fix.remedy} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

const keyOf = ({ customerId, product }: Row): string => `${customerId} ${product}`

function Summary({ fix: { customers, remedy } }: { fix: Detail }) {
  const known = customers.flatMap(({ points }) => points ?? [])
  const mean = known.length === 0 ? undefined : known.reduce((sum, points) => sum + points, 0) / known.length
  return (
    <section class="card" aria-label="Summary">
      <dl class="figures">
        <Figure name="Customers" value={formatNumber(new Set(customers.map(({ customerId }) => customerId)).size)} />
        <Figure name="Points each, on average" value={pointsWords(mean)} />
        <Figure name="Effort each" value={effortWords(remedy?.effort)} />
      </dl>
      {remedy && (
        <p class="fix-licence">
          <span class="soft">Licence:</span> {remedy.licence}
        </p>
      )}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'customer',
    header: 'Customer',
    isName: true,
    cell: ({ name, customerId }) => (
      <Link to="/customers/:id" params={{ id: customerId }}>
        {name}
      </Link>
    ),
    sort: ({ name }) => name,
  },
  {
    id: 'product',
    header: 'Framework',
    cell: ({ product }) => frameworkName(product),
    sort: ({ product }) => frameworkName(product),
  },
  {
    id: 'severity',
    header: 'Severity',
    cell: ({ severity, findings }) => {
      const { tone, words } = severityOf(severity)
      return (
        <>
          <Badge tone={tone}>{words}</Badge>
          {findings > 1 && <p class="soft small">{plural(findings, 'finding')}</p>}
        </>
      )
    },
    sort: ({ severity }) => SEVERITIES.indexOf(severity),
  },
  {
    id: 'points',
    header: 'Points',
    align: 'end',
    cell: ({ points }) => <span class="number">{pointsWords(points)}</span>,
    sort: ({ points }) => points ?? '',
  },
  {
    id: 'run',
    header: 'Assessed',
    cell: ({ completedAt }) => <Time at={completedAt} />,
    sort: ({ completedAt }) => completedAt,
  },
  {
    id: 'report',
    header: 'Report',
    cell: ({ assessmentId, name }) => (
      <a href={`/reports/${assessmentId}`} aria-label={`Open the report on ${name}`}>
        Open
      </a>
    ),
  },
]

function HowTo({ remedy }: { remedy: Remedy }) {
  return (
    <Card title="How to do it">
      <div class="fix-text">
        <p>{remedy.why}</p>
        <ol class="fix-steps">
          {remedy.steps.map(({ text, link }) => (
            <li key={text}>
              {text}
              {link && (
                <>
                  {' '}
                  <Outside {...link} />
                </>
              )}
            </li>
          ))}
        </ol>
        <p>
          <strong>What users notice:</strong> {remedy.usersNotice}
        </p>
        <p>
          <strong>How to verify it:</strong> {remedy.verified}
        </p>
        <ul class="small">
          {remedy.documentation.map((link) => (
            <li key={link.url}>
              <Outside {...link} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

const Outside = ({ title, url }: { title: string; url: string }) => (
  <a href={url} rel="noreferrer">
    {title}
  </a>
)
