import { v5 } from 'uuid'
import type { ReportInput } from '../content/input.ts'

/** Our own namespace: the same subject gets the same id in every report, and no other tool creates it. */
const NAMESPACE = 'b1b5e1d6-0d3e-4f6c-8b43-5f5f8f5cbb1e'

/** The ids of an OSCAL report: version 5 UUIDs of what they name. */
export interface Ids {
  customer: string
  partner: string
  /** The tenant that was read. */
  tenant: string
  /** This service. */
  tool: string
  /** Something in this run; the same id on every call. */
  of(...names: readonly string[]): string
}

export function idsOf({ runId, tenantId, partnerName }: ReportInput): Ids {
  return {
    customer: uuidOf('customer', tenantId),
    partner: uuidOf('partner', partnerName),
    tenant: uuidOf('tenant', tenantId),
    tool: uuidOf('tool'),
    of: (...names) => uuidOf('run', runId, ...names),
  }
}

const uuidOf = (...names: readonly string[]): string => v5(JSON.stringify(names), NAMESPACE)
