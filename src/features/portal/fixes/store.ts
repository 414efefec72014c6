import type { Connection } from '../../../platform/database/database.ts'
import {
  type CoverageRow,
  coverageIn,
  type FixCustomerRow,
  type FixFilter,
  type FixRow,
  fixCustomersIn,
  fixesIn,
  type SharedChangeRow,
  sharedChangesIn,
} from './statements.ts'

export async function listFixRows(db: Connection, partnerId: string, filter: FixFilter): Promise<FixRow[]> {
  return (await fixesIn(partnerId, filter).execute(db)).rows
}

export async function listFixCustomers(
  db: Connection,
  partnerId: string,
  filter: FixFilter,
  max: number,
): Promise<FixCustomerRow[]> {
  return (await fixCustomersIn(partnerId, filter, max).execute(db)).rows
}

export async function findCoverage(
  db: Connection,
  partnerId: string,
  product: string | undefined,
): Promise<CoverageRow> {
  const [row] = (await coverageIn(partnerId, product).execute(db)).rows
  if (!row) throw new Error('the statement returned no row')
  return row
}

export async function listSharedChanges(
  db: Connection,
  partnerId: string,
  wanted: { since: Date; minCustomers: number; max: number },
): Promise<SharedChangeRow[]> {
  return (await sharedChangesIn(partnerId, wanted).execute(db)).rows
}
