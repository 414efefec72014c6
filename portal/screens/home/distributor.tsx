import { formatNumber, plural } from '../../format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
import { STATES } from '../partners/words.ts'
import { Usage } from '../usage/runs.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'

/** Each region reads its own data, so that a failure does not affect the others. */
export function DistributorHome() {
  const home = useRead('/distributor/home')
  return (
    <div class="stack">
      <Loaded read={home} lines={8}>
        {({ month, runs, customers, partners, checklist, attention }) => (
          <>
            <FirstSteps steps={checklist} />
            <nav aria-label="Partners by state">
              <ul class="tally">
                {(['active', 'pending', 'suspended'] as const).map((state) => (
                  <li key={state}>
                    <a href={`/partners?state=${state}`}>
                      <strong>{formatNumber(partners[state])}</strong> {STATES[state].toLowerCase()}{' '}
                      {partners[state] === 1 ? 'partner' : 'partners'}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <div class="cards">
              <Attention items={attention} />
              <Usage month={month} runs={runs} more={`${plural(customers.count, 'customer')} of all partners.`} />
            </div>
          </>
        )}
      </Loaded>
      <Card title="Usage of this month by partner">
        <UsageByPartner />
      </Card>
    </div>
  )
}

function UsageByPartner() {
  const usage = useRead('/distributor/usage')
  return (
    <Loaded read={usage} lines={5}>
      {({ byPartner }) =>
        byPartner.length === 0 ? (
          <EmptyState
            title="No partners yet"
            action={
              <Link to="/partners" class="button primary">
                Invite a partner
              </Link>
            }
            call={{
              method: 'POST',
              path: '/partners',
              body: { company: 'Contour Cloud Services', email: 'admin@contour.example', plan: 'professional' },
            }}
          >
            A partner gets an email with a link that activates its account.
          </EmptyState>
        ) : (
          <Table
            caption="Usage of this month by partner"
            columns={[
              {
                id: 'company',
                header: 'Partner',
                isName: true,
                cell: ({ partnerId, company }) => (
                  <Link to="/partners/:id" params={{ id: partnerId }}>
                    {company}
                  </Link>
                ),
                sort: ({ company }) => company,
              },
              {
                id: 'runs',
                header: 'Runs',
                align: 'end',
                cell: ({ runs }) => formatNumber(runs),
                sort: ({ runs }) => runs,
              },
              {
                id: 'customers',
                header: 'Customers',
                align: 'end',
                cell: ({ customers }) => formatNumber(customers),
                sort: ({ customers }) => customers,
              },
            ]}
            rows={byPartner}
            rowKey={({ partnerId }) => partnerId}
            sort={{ column: 'runs', descending: true }}
          />
        )
      }
    </Loaded>
  )
}
