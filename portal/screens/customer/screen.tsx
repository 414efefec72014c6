import { Loaded } from '../../parts/loaded.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { AccessCard } from './access-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { type Customer, CustomerFrame } from './frame.tsx'
import { NextStepShown } from './next-step.tsx'
import { nextStepOf } from './next-step-rules.ts'
import { OtherProducts } from './other-products.tsx'
import { ProductCard } from './product-card.tsx'

/** One customer: what to do next, its results for each framework, and whether its tenant may be read. */
export default function CustomerScreen() {
  return (
    <CustomerFrame tab="/customers/:id" call={(id) => ({ title: 'Read the customer', path: `/customers/${id}` })}>
      {(customer) => <OverviewTab customer={customer} />}
    </CustomerFrame>
  )
}

function OverviewTab({ customer }: { customer: Customer }) {
  const read = useRead('/partner/customers/:id/overview', { params: { id: customer.id } })
  const roleReason = useRoleReason('technician')
  return (
    <Loaded read={read} lines={10}>
      {(overview) => {
        const reason = roleReason ?? (overview.access.isApproved ? undefined : 'The customer has not approved access.')
        const [first] = overview.products
        const hasResult = overview.products.filter(({ trend }) => trend.length > 0)
        const assessed = hasResult.length === 0 && first ? [first] : hasResult
        const others = overview.products.filter((state) => !assessed.includes(state))
        return (
          <>
            <NextStepShown customerId={customer.id} step={nextStepOf(overview)} reason={reason} />
            <div class="customer-columns">
              <div class="stack">
                {assessed.map((state) => (
                  <ProductCard key={state.product} customerId={customer.id} state={state} reason={reason} />
                ))}
              </div>
              <div class="stack">
                {others.length > 0 && <OtherProducts customerId={customer.id} states={others} reason={reason} />}
                <AccessCard customer={customer} access={overview.access} />
                <DetailsCard customer={customer} />
              </div>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}
