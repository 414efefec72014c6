/** The formats of a report, and the names of its files. */

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

/** What a file of a report says of itself. */
export interface ReportFile {
  format: ReportFormat
  contentType: string
  body: string | Buffer
  /** As `Content-Disposition` tells it: once in ASCII for old clients, once as it is, by RFC 6266. */
  disposition: string
  /** The Content-Security-Policy of a page. */
  policy?: string
}

/** Characters that a file system or a header might take for something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu
const NAME_LENGTH = 80

/** `attachment` with a name made of customer, product and day, as `Bellbird-Essential-Eight-2026-05-08.pdf`. */
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

/** Percent-encoded as RFC 8187 asks for, which knows fewer plain characters than an address. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
