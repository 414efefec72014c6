import { formatNumber, plural } from '../../format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { useRead } from '../../queries.ts'
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
            <div class="cards">
              <div class="stack">
                <Attention items={attention} />
                <Card title="Partners">
                  <dl class="figures">
                    <div>
                      <dt>Active</dt>
                      <dd class="number">{formatNumber(partners.active)}</dd>
                    </div>
                    <div>
                      <dt>Invited</dt>
                      <dd class="number">{formatNumber(partners.pending)}</dd>
                    </div>
                    <div>
                      <dt>Suspended</dt>
                      <dd class="number">{formatNumber(partners.suspended)}</dd>
                    </div>
                  </dl>
                </Card>
              </div>
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
            call={{
              method: 'POST',
              path: '/partners',
              body: { company: 'Contour Cloud Services', email: 'admin@contour.example', plan: 'professional' },
            }}
          >
            A partner gets an e-mail with a link that activates its account. Create the first one through the API.
          </EmptyState>
        ) : (
          <Table
            caption="Usage of this month by partner"
            columns={[
              {
                id: 'company',
                header: 'Partner',
                isName: true,
                cell: ({ company }) => company,
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
