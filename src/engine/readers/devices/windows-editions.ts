import { fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'

/** What decides how long a release is supported. */
export type Edition = 'home' | 'enterprise' | 'longTerm'

/** Product numbers of the long-term servicing channel (Windows SDK, `PRODUCT_ENTERPRISE_S`, `_S_N`, `IOTENTERPRISES`). */
const LONG_TERM_NUMBERS = [125, 126, 191]

/**
 * Editions by device id (Graph beta `managedDevice.skuFamily` and `skuNumber`), without those that cannot be told, and
 * why none can where that is so.
 */
export function windowsEditions(tenant: TenantReading): { byId: ReadonlyMap<string, Edition>; reason?: string } {
  const reading = readDataset(tenant, 'deviceEditions')
  if (!reading.ok) return { byId: new Map(), reason: reading.reason }
  const byId = new Map<string, Edition>()
  for (const { id, skuFamily, skuNumber } of list(reading.value).map(fields)) {
    const edition = editionOf(text(skuFamily) ?? '', skuNumber)
    if (edition) byId.set(text(id) ?? '', edition)
  }
  return { byId }
}

/** Pro Education follows Pro, and Education alone follows Enterprise. */
function editionOf(family: string, number: unknown): Edition | undefined {
  if (typeof number === 'number' && LONG_TERM_NUMBERS.includes(number)) return 'longTerm'
  if (/^(iot ?)?enterprise|^education/i.test(family)) return 'enterprise'
  return /home|core|pro|business/i.test(family) ? 'home' : undefined
}
