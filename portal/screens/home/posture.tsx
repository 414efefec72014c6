import { useMemo } from 'preact/hooks'
import { mainProduct, readPortfolio } from '../../../src/shared/portal/portfolio.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useRead } from '../../queries.ts'
import { Figures } from '../customers/figures.tsx'
import type { Portfolio } from '../customers/words.ts'

/** How the customers are doing, in numbers that lead to them. */
export function Posture() {
  const read = useRead('/partner/portfolio')
  return (
    <Loaded read={read} lines={2}>
      {(portfolio) => <Numbers portfolio={portfolio} />}
    </Loaded>
  )
}

function Numbers({ portfolio }: { portfolio: Portfolio }) {
  const customers = useMemo(() => readPortfolio(portfolio), [portfolio])
  const about = useMemo(() => ({ product: mainProduct(portfolio), now: new Date() }), [portfolio])
  return <Figures customers={customers} about={about} />
}
