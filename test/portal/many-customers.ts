import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/shared/ids.ts'

const FIRST =
  'Bellbird Currawong Drongo Eagle Finch Goshawk Harrier Ibis Jacana Kestrel Lorikeet Magpie Noddy Osprey Pelican Quail Robin Swift Tern Wren'
const SECOND =
  'Engineering Dental Legal Logistics Foods Plumbing Media Architects Physio Motors Joinery Wines Schools Energy Insurance'
const THIRD = 'Ltd Group Partners & Sons Holdings'

/** Numbers that look random and are the same each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Customers with completed runs, as after some years: names of three words, slowly changing scores, and occasionally a
 * run in progress or failed. The newest run of a customer ended at most sixty days before `now`.
 */
export async function seedMany(
  db: Database,
  partnerId: string,
  {
    customers,
    runsEach,
    now,
    product = 'essential-eight',
  }: { customers: number; runsEach: number; now: Date; product?: string },
): Promise<void> {
  const random = createRandom(7)
  const pick = (words: string): string => words.split(' ')[Math.floor(random() * words.split(' ').length)] ?? ''
  const rows = Array.from({ length: customers }, (_, n) => ({
    id: newId('cust'),
    name: `${pick(FIRST)} ${pick(SECOND)} ${pick(THIRD)}${n % 9 === 0 ? ` ${n}` : ''}`,
    // A hundred at a time, as they are imported.
    created: new Date(now.getTime() - (customers - (n - (n % 100))) * 3_600_000),
  }))
  const runs = rows.flatMap(({ id: customer }) => {
    let score = Math.floor(20 + random() * 60)
    const newest = now.getTime() - Math.floor(random() * 60 * 86_400_000)
    return Array.from({ length: runsEach }, (_, age) => {
      if (random() < 0.3) score = Math.max(5, Math.min(95, score + Math.floor(random() * 9) - 3))
      const ended = new Date(newest - (runsEach - age) * 30 * 86_400_000)
      return {
        id: newId('run'),
        customer,
        score,
        ceiling: Math.min(100, score + Math.floor(random() * 20)),
        coverage: 0.7 + random() * 0.3,
        level: Math.floor(score / 34),
        critical: Math.floor(random() * 3),
        high: Math.floor(random() * 8),
        ended,
      }
    })
  })
  await sql`
    insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select id, ${partnerId}, name, gen_random_uuid(), '{}', '{}', created, created
    from json_to_recordset(${JSON.stringify(rows)}::json) as item (id text, name text, created timestamptz)`.execute(db)
  await sql`
    insert into customer_counts (partner_id, customers) values (${partnerId}, ${customers})
    on conflict (partner_id) do update set customers = customer_counts.customers + excluded.customers`.execute(db)
  await sql`
    insert into tenant_approvals (partner_id, tenant_id, approved_by, approved_at, how)
    select partner_id, tenant_id, 'test', created_at, 'operator' from customers
    where partner_id = ${partnerId} and ascii(right(id, 1)) % 16 <> 0`.execute(db)
  await sql`
    insert into runs (id, partner_id, customer_id, product, maturity_target, status, attempt, score, score_ceiling, coverage,
      maturity_achieved, critical, high, medium, low, created_at, completed_at)
    select id, ${partnerId}, customer, ${product}, 2, 'completed', 1, score, ceiling, coverage, level, critical, high, 3, 4,
      ended - interval '2 min', ended
    from json_to_recordset(${JSON.stringify(runs)}::json) as item (id text, customer text, score int, ceiling int,
      coverage float8, level int, critical int, high int, ended timestamptz)`.execute(db)
  await sql`
    insert into open_questions (customer_id, product, open)
    select id, ${product}, ascii(right(id, 1)) % 6 from customers where partner_id = ${partnerId}`.execute(db)
}
