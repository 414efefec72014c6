import { fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import type { Failed } from '../results/result.ts'
import { dateMsOf } from '../values/dates.ts'

/** A security update of one release of Windows. */
export interface SecurityUpdate {
  build: number
  revision: number
  /** Milliseconds. */
  releasedMs: number
  /** Whether it fixes a flaw that is critical or exploited; undefined if the catalogue does not say. */
  isUrgent: boolean | undefined
  /** The flaws that are exploited, as CVE numbers. */
  exploited: readonly string[]
}

export interface UpdateCatalogue {
  ok: true
  updates: readonly SecurityUpdate[]
  evidence: Evidence
}

const QUALITY_UPDATE = '#microsoft.graph.windowsQualityUpdateCatalogItem'

/** Microsoft's catalogue of Windows updates, as Intune lists it (Graph beta `windowsQualityUpdateCatalogItem`). */
export const updateCatalogue = perTenant((tenant: TenantReading): UpdateCatalogue | Failed => {
  const reading = readDataset(tenant, 'windowsUpdateCatalogItems')
  if (!reading.ok) return reading
  const updates = list(reading.value).map(fields).flatMap(updatesOf)
  return { ok: true, updates, evidence: reading.evidence }
})

function updatesOf(item: ReturnType<typeof fields>): SecurityUpdate[] {
  if (item['@odata.type'] !== QUALITY_UPDATE || item.classification !== 'security') return []
  const { maxSeverityLevel, exploitedCves } = fields(item.cveSeverityInformation)
  const exploited = list(exploitedCves).flatMap((cve) => text(fields(cve).cveNumber) ?? [])
  const isUrgent = exploited.length > 0 || severityIsUrgent(text(maxSeverityLevel))
  return list(item.productRevisions).flatMap((each) => {
    const { osBuild, releaseDateTime } = fields(each)
    const { buildNumber, updateBuildRevision } = fields(osBuild)
    const releasedMs = dateMsOf(releaseDateTime) ?? dateMsOf(item.releaseDateTime)
    if (typeof buildNumber !== 'number' || typeof updateBuildRevision !== 'number' || releasedMs === undefined)
      return []
    return [{ build: buildNumber, revision: updateBuildRevision, releasedMs, isUrgent, exploited }]
  })
}

/** Values of Graph's `windowsUpdateCveSeverityLevel`; an unknown one says nothing. */
function severityIsUrgent(level: string | undefined): boolean | undefined {
  if (level === 'critical') return true
  return level === 'important' || level === 'moderate' ? false : undefined
}
