import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Cell } from '../../../../shared/files/csv.ts'
import { type PortfolioCustomer, type ProductState, stateOf } from '../../../../shared/portal/portfolio.ts'

/** What a cell is read from. */
interface Line {
  customer: PortfolioCustomer
  state: ProductState
  productName: string
  groupNames: readonly string[]
}

interface FileColumn {
  title: string
  /** In characters, of a workbook. */
  width: number
  read: (line: Line) => Cell
}

/** The columns of a file, one row for each customer. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  { title: 'Customer', width: 36, read: ({ customer }) => customer.name },
  { title: 'Customer id', width: 34, read: ({ customer }) => customer.id },
  { title: 'Groups', width: 24, read: ({ groupNames }) => groupNames.join('; ') },
  { title: 'Approved', width: 10, read: ({ customer }) => (customer.isApproved ? 'yes' : 'no') },
  { title: 'Framework', width: 24, read: ({ productName }) => productName },
  { title: 'Score', width: 8, read: ({ state }) => state.result?.score },
  { title: 'Score at best', width: 12, read: ({ state }) => state.result?.ceiling },
  { title: 'Score before', width: 12, read: ({ state }) => state.result?.scores.at(-2) },
  { title: 'Level', width: 8, read: ({ state }) => state.result?.level },
  { title: 'Target level', width: 12, read: ({ state }) => state.result?.target },
  { title: 'Critical findings', width: 12, read: ({ state }) => state.result?.critical },
  { title: 'High findings', width: 12, read: ({ state }) => state.result?.high },
  { title: 'Known, percent', width: 12, read: ({ state }) => state.result?.coverage },
  { title: 'Open questions', width: 12, read: ({ state }) => state.questions },
  { title: 'Last result', width: 22, read: ({ state }) => state.result?.endedAt.toISOString() },
  { title: 'Run under way', width: 12, read: ({ state }) => (state.run ? 'yes' : 'no') },
  { title: 'Last run failed with', width: 22, read: ({ state }) => state.failure },
]

/** The rows of a file, without its header. */
export function toFileRows(
  customers: readonly PortfolioCustomer[],
  product: string,
  groupNames: ReadonlyMap<string, string>,
): Cell[][] {
  const productName = findFramework(product)?.name ?? product
  return customers.map((customer) => {
    const names = customer.groups.flatMap((id) => groupNames.get(id) ?? [])
    const line = { customer, state: stateOf(customer, product), productName, groupNames: names }
    return FILE_COLUMNS.map(({ read }) => read(line))
  })
}
