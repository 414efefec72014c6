import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Actor } from '../../../shared/actor.ts'
import { readList } from '../../../shared/pagination.ts'
import { Problem } from '../../../shared/problem.ts'
import { namesNothing } from '../../assessments/rules.ts'
import { toException } from '../../exceptions/rules.ts'
import { readSearch } from '../customer-search.ts'
import { exceptionsEndingBy } from '../home/rules.ts'
import type { CustomersExceptionQuery, CustomersExceptions, RequirementList } from './schema.ts'
import { countCustomersExceptions, type ExceptionFilter, listCustomersExceptions } from './store.ts'

const PAGE = 50
const NONE = { active: 0, ending: 0, expired: 0 }

/** One page of the exceptions of all customers of the partner, by their end. */
export async function getCustomersExceptions(
  app: App,
  { partnerId }: Actor,
  { state = 'active', kind, product, q, limit = PAGE, cursor }: CustomersExceptionQuery,
): Promise<CustomersExceptions> {
  const now = app.now()
  const text = readSearch(q)
  const asked = {
    ...(kind !== undefined && { kind }),
    ...(product !== undefined && { product }),
    ...(text !== undefined && { q: text }),
  }
  const filter: ExceptionFilter = { ...asked, now, soon: exceptionsEndingBy(now) }
  const isNothing = namesNothing(asked)
  const [{ items, nextCursor }, counts] = await Promise.all([
    readList(
      { limit, ...(cursor !== undefined && { cursor }) },
      { list: 'exceptions of customers', partnerId, state, ...asked },
      async (page) => {
        if (isNothing) return []
        const rows = await listCustomersExceptions(app.db, partnerId, state, filter, page)
        // The position in this list is the end.
        return rows.map((row) => ({ id: row.id, createdAt: row.expires_at, row }))
      },
      ({ row }) => ({ ...toException(row, now), customerName: row.customerName }),
    ),
    isNothing ? NONE : countCustomersExceptions(app.db, partnerId, filter),
  ])
  return { counts, exceptions: items, ...(nextCursor !== undefined && { nextCursor }) }
}

/** The requirements of a product, in the order of its framework. Throws NOT_FOUND. */
export function getRequirements(product: string): RequirementList {
  const framework = findFramework(product)
  if (!framework) throw new Problem('NOT_FOUND')
  return { requirements: framework.requirements.map(({ id, statement }) => ({ id, statement })) }
}
