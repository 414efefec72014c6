import { attachmentDisposition, toAsciiName, UNSAFE_IN_NAMES } from '../../../shared/http/content-disposition.ts'
import type { Edition } from '../content/edition.ts'

export { EDITIONS, isEdition } from '../content/edition.ts'

/** The formats of a report, and its file names. */

export const FORMATS = ['html', 'pdf', 'csv', 'xlsx', 'json', 'oscal', 'ocsf'] as const
export type ReportFormat = (typeof FORMATS)[number]

export const isFormat = (value: unknown): value is ReportFormat => FORMATS.some((format) => format === value)

export const MEDIA_TYPES = {
  html: 'text/html',
  pdf: 'application/pdf',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  oscal: 'application/oscal.assessment-results+json',
  ocsf: 'application/x-ndjson',
} as const satisfies Record<ReportFormat, string>

/** Whether a file is made in a thread, because that takes long. */
export const isThreaded = (format: unknown): format is 'pdf' | 'xlsx' => format === 'pdf' || format === 'xlsx'

/** How the names of files end. */
export const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  html: 'html',
  pdf: 'pdf',
  csv: 'csv',
  xlsx: 'xlsx',
  json: 'json',
  oscal: 'oscal.json',
  ocsf: 'ocsf.ndjson',
}

/** Headers of a report file. */
export interface ReportFile {
  format: ReportFormat
  contentType: string
  body: string | Buffer
  /** `Content-Disposition` with the name twice: in ASCII for old clients, and unchanged (RFC 6266). */
  disposition: string
  /** The Content-Security-Policy of a page. */
  policy?: string
}

const NAME_LENGTH = 80

/**
 * `attachment` with a name from customer, product and day, as in `Bellbird-Essential-Eight-2026-05-08.pdf`, and the edition
 * if one was asked for. OSCAL and OCSF files are always the full edition, and their names say so.
 */
export function dispositionOf(
  about: { customerName: string; productName: string; completedAt: string; edition?: Edition },
  format: ReportFormat,
): string {
  const edition = about.edition && (format === 'oscal' || format === 'ocsf' ? 'full' : about.edition)
  const parts = [about.customerName, about.productName, about.completedAt.slice(0, 10), ...(edition ? [edition] : [])]
  const ascii = parts.map(toAsciiName).filter((part) => part !== '')
  const full = parts.map((part) => [...part.replace(UNSAFE_IN_NAMES, ' ').trim()].slice(0, NAME_LENGTH).join('').trim())
  const ending = ENDINGS[format]
  return attachmentDisposition(`${ascii.join('-')}.${ending}`, `${full.filter(Boolean).join(' – ')}.${ending}`)
}
