import { useLocation } from 'preact-iso/router'
import { EmptyState } from '../../parts/empty-state.tsx'
import { hrefOf } from '../../paths.ts'
import { AuditLog } from '../audit/log.tsx'
import { CustomerFrame } from '../customer/frame.tsx'

/** Who changed what about a customer: the part of the audit trail that concerns it. */
export default function CustomerActivity() {
  return (
    <CustomerFrame
      tab="/customers/:id/activity"
      call={(id) => ({ title: 'List the audit trail of the customer', path: `/audit?subject=${id}` })}
    >
      {(customer) => <Activity customerId={customer.id} />}
    </CustomerFrame>
  )
}

function Activity({ customerId }: { customerId: string }) {
  const { route } = useLocation()
  return (
    <>
      <div class="row">
        <a class="button" href={`/portal/api/partner/audit/file?subject=${customerId}`} download="audit.csv">
          Export as CSV
        </a>
        <a class="button" href={hrefOf('/audit', { query: { object: customerId } })}>
          Filter in the audit trail
        </a>
      </div>
      <AuditLog
        filter={{ subject: customerId }}
        none={
          <EmptyState title="No changes yet">
            Every change to this customer by a person, a program or the service appears here.
          </EmptyState>
        }
        onFollow={(object) => route(hrefOf('/audit', { query: { object } }))}
      />
    </>
  )
}
