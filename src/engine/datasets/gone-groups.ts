import { fields, list } from '../../shared/json.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import type { CheckResult } from '../model/check.ts'
import type { SnapshotResponse } from '../model/snapshot.ts'
import type { Evidence, TenantReading } from '../model/tenant-reading.ts'
import { dataset, datasetAt } from './catalogue.ts'
import { snapshotKey } from './dataset.ts'
import { referencedGroups } from './groups.ts'
import { perTenant } from './reading.ts'

/** Adds a note to a result if groups named in its evidence were deleted, and so count as empty. */
export function noteGoneGroups(tenant: TenantReading, result: CheckResult): CheckResult {
  // Almost no tenant has any, so this mostly avoids searching through everything that was read.
  if (!hasGoneGroups(tenant)) return result
  const { responses } = tenant.snapshot
  const members = dataset('groupMembers')
  const read = result.evidence.flatMap((evidence) =>
    referencedGroups([valuesAt(responses[evidence.dataset], evidence)]),
  )
  const gone = [...new Set(read)].filter((id) => responses[snapshotKey(members, id)]?.status === 404)
  return gone.length > 0 ? { ...result, limitations: [...result.limitations, describe(gone.length)] } : result
}

const hasGoneGroups = perTenant(({ snapshot }) =>
  Object.entries(snapshot.responses).some(
    ([key, { status }]) => status === 404 && datasetAt(key)?.key === 'groupMembers',
  ),
)

/** A list of the item that the evidence points to, or of all items. */
function valuesAt(response: SnapshotResponse | undefined, { pointer }: Evidence): unknown[] {
  const items = list(response?.value)
  const index = /^\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? [...items] : [fields(items[Number(index)])]
}

const describe = (count: number): string =>
  count === 1
    ? 'A group named here no longer exists; it counts as empty.'
    : `${formatCount(count)} groups named here no longer exist; they count as empty.`
