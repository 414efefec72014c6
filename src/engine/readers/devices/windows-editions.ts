import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'

/** The kinds of editions with different support periods. */
export type Edition = 'homeOrPro' | 'enterprise' | 'longTerm' | 'longTermIot'

/** Product numbers of the long-term servicing channel (Windows SDK, `PRODUCT_ENTERPRISE_S`, `_S_N`, `IOTENTERPRISES`). */
const LONG_TERM_NUMBERS = [125, 126]
const LONG_TERM_IOT_NUMBER = 191

export const isLongTerm = (edition: Edition | undefined): boolean => edition === 'longTerm' || edition === 'longTermIot'

/**
 * Known editions by device id (Graph beta `managedDevice.skuFamily` and `skuNumber`), and the reason if none could be
 * read.
 */
export const windowsEditions = perTenant((tenant): { byId: ReadonlyMap<string, Edition>; reason?: string } => {
  const reading = readDataset(tenant, 'deviceEditions')
  if (!reading.ok) return { byId: new Map(), reason: reading.reason }
  const byId = new Map<string, Edition>()
  for (const item of list(reading.value)) {
    const { id, skuFamily, skuNumber } = fields(item)
    const edition = editionOf(text(skuFamily) ?? '', skuNumber)
    if (edition) byId.set(text(id) ?? '', edition)
  }
  return { byId }
})

/** Pro Education is supported like Pro, and Education like Enterprise. */
function editionOf(family: string, number: unknown): Edition | undefined {
  if (number === LONG_TERM_IOT_NUMBER) return 'longTermIot'
  if (typeof number === 'number' && LONG_TERM_NUMBERS.includes(number)) return 'longTerm'
  if (/^(iot ?)?enterprise|^education/i.test(family)) return 'enterprise'
  return /home|core|pro|business/i.test(family) ? 'homeOrPro' : undefined
}
