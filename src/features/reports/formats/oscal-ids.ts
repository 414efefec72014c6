import { v5 } from 'uuid'
import type { ReportInput } from '../content/input.ts'

/** Ours alone, so that the same subject has the same id in every report, and no other tool makes it. */
const NAMESPACE = 'b1b5e1d6-0d3e-4f6c-8b43-5f5f8f5cbb1e'

/** The ids of a report in OSCAL: UUIDs of version 5, made of what they name. */
export interface Ids {
  customer: string
  partner: string
  /** The tenant that was read. */
  tenant: string
  /** This service. */
  tool: string
  /** A thing of this run, the same each time it is asked for. */
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
