import type { Reads } from '../../endpoints.ts'
import type { Tone } from '../../parts/tone.ts'

export type Run = Reads['/{account}/assessments']['runs'][number]

export const STATES: Readonly<Record<Run['status'], { tone: Tone | 'dim'; word: string }>> = {
  queued: { tone: 'dim', word: 'Queued' },
  running: { tone: 'info', word: 'Running' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
  canceled: { tone: 'dim', word: 'Canceled' },
}

/** What to do about a run that failed with a code. A test compares the codes with those of the service. */
export const FAILURE_STEPS: Readonly<Record<string, string>> = {
  CONSENT_MISSING: 'Ask an administrator of the tenant for the approval, then start it again.',
  TENANT_UNKNOWN: 'Correct the tenant id of the customer, then start it again.',
  TENANT_MISMATCH: 'Check the tenant id of the customer and its approval, then start it again.',
  CREDENTIALS_REJECTED: 'Contact the operator of this service: its own credentials were refused.',
  TENANT_UNREACHABLE: 'Start it again later.',
  TENANT_TOO_LARGE: 'Contact support: another run would fail too.',
  INTERNAL_ERROR: 'Contact support with the id of the run.',
}

/** The first sentence of a failure's message, which says what happened; the others say what to do through the API. */
export const firstSentence = (message: string): string => /^.*?[.!](?=\s|$)/.exec(message)?.[0] ?? message

/** What to do about a run that failed with this code; general advice if the code is unknown. */
export const failureStep = (code: string): string => FAILURE_STEPS[code] ?? 'Start it again later.'

/** The reports of a completed run: pages that open, and files. */
export function reportsOf(id: string): { label: string; href: string }[] {
  const page = `/reports/${id}`
  const file = `/portal/api/partner/assessments/${id}/report`
  return [
    { label: 'Open the report for the owner', href: `${page}?edition=owner` },
    { label: 'Open the technical report', href: `${page}?edition=technical` },
    { label: 'Open the full report', href: `${page}?edition=full` },
    { label: 'PDF for the owner', href: `${page}?edition=owner&format=pdf` },
    { label: 'PDF, technical', href: `${page}?edition=technical&format=pdf` },
    { label: 'PDF, full', href: `${page}?edition=full&format=pdf` },
    { label: 'Excel workbook', href: `${file}?format=xlsx` },
    { label: 'CSV', href: `${file}?format=csv` },
    { label: 'JSON', href: `${file}?format=json` },
    { label: 'OSCAL', href: `${file}?format=oscal` },
    { label: 'OCSF', href: `${file}?format=ocsf` },
  ]
}

const VERDICTS: Readonly<Record<string, string>> = {
  effective: 'in place',
  alternate: 'in place by another control',
  partial: 'partly in place',
  ineffective: 'not in place',
  not_applicable: 'does not apply',
  no_visibility: 'could not be read',
  not_licensed: 'not licensed',
  not_assessed: 'not answered',
}

/** A verdict in words; one that this page does not know yet, as it is. */
export const verdictWords = (verdict: string): string => VERDICTS[verdict] ?? verdict
