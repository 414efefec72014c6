import { frameworkName } from '../../frameworks.ts'
import { Card } from '../../parts/screen.tsx'
import { Asked, StartButton } from './product-card.tsx'
import type { ProductState } from './words.ts'

/** The frameworks for which a customer was never assessed, one line each. */
export function OtherProducts({
  customerId,
  states,
  reason,
}: {
  customerId: string
  states: readonly ProductState[]
  /** Why no run can be started. */
  reason: string | undefined
}) {
  return (
    <Card title="Not assessed yet">
      <ul class="other-products">
        {states.map(({ product, isIncluded, asked }) => (
          <li key={product}>
            <span>{frameworkName(product)}</span>
            <StartButton customerId={customerId} product={product} isIncluded={isIncluded} reason={reason} />
            {asked && asked.open !== 0 && <Asked customerId={customerId} product={product} asked={asked} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
