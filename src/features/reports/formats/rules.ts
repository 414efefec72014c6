/** The formats of a report, and its file names. */

export const FORMATS = ['html', 'pdf', 'csv', 'json', 'oscal'] as const
export type ReportFormat = (typeof FORMATS)[number]

export const isReportFormat = (value: unknown): value is ReportFormat => FORMATS.some((format) => format === value)

export const MEDIA_TYPES = {
  html: 'text/html',
  pdf: 'application/pdf',
  csv: 'text/csv',
  json: 'application/json',
  oscal: 'application/oscal.assessment-results+json',
} as const satisfies Record<ReportFormat, string>

const ENDINGS: Readonly<Record<ReportFormat, string>> = {
  html: 'html',
  pdf: 'pdf',
  csv: 'csv',
  json: 'json',
  oscal: 'oscal.json',
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

/** Characters with a special meaning in a file system or a header. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu
const NAME_LENGTH = 80

/** `attachment` with a name from customer, product and day, as in `Bellbird-Essential-Eight-2026-05-08.pdf`. */
export function dispositionOf(
  about: { customerName: string; productName: string; completedAt: string },
  format: ReportFormat,
): string {
  const parts = [about.customerName, about.productName, about.completedAt.slice(0, 10)]
  const ascii = parts.map(toAscii).filter((part) => part !== '')
  const full = parts.map((part) => [...part.replace(UNSAFE, ' ').trim()].slice(0, NAME_LENGTH).join('').trim())
  const ending = ENDINGS[format]
  return `attachment; filename="${ascii.join('-')}.${ending}"; filename*=UTF-8''${encode(`${full.filter(Boolean).join(' – ')}.${ending}`)}`
}

const toAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, NAME_LENGTH)

/** Percent-encoded by RFC 8187, which allows fewer unencoded characters than a URL. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
