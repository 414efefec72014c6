import { isEqual, isSignedBy, type KeyRing, oldKeyedHash, sign } from '../../shared/crypto/key-ring.ts'
import { DAY_MS } from '../../shared/dates/time-units.ts'
import type { Edition } from './content/edition.ts'

/** Whether a report says who requested its run: the page and the PDF with everything that auditors ask for do. */
export const namesRequester = (format: string, edition: Edition = 'full'): boolean =>
  edition === 'full' && (format === 'html' || format === 'pdf')

/** How long a link to a report works. */
export const LINK_DAYS = 90
const PURPOSE = 'report link'

/** A signed link to the report of a run or about a customer, valid for 90 days; `subject` is what the signature is about. */
export function signReportLink(
  app: { appUrl: string; secrets: KeyRing; now: () => Date },
  id: string,
  subject = id,
): string {
  const expires = Math.floor((app.now().getTime() + LINK_DAYS * DAY_MS) / 1000)
  const signature = sign(app.secrets, PURPOSE, `${subject} ${expires}`)
  return `${app.appUrl}/reports/${id}?expires=${expires}&signature=${signature}`
}

/** Whether the link with a signature about this is valid now. Accepts signatures with old secret keys. */
export function isReportLink(
  app: { secrets: KeyRing; now: () => Date },
  subject: string,
  { expires, signature }: { expires?: number; signature?: string },
): boolean {
  if (expires === undefined || signature === undefined || expires * 1000 <= app.now().getTime()) return false
  if (isSignedBy(app.secrets, PURPOSE, `${subject} ${expires}`, signature)) return true
  return isOldSignature(app.secrets, `report ${subject} ${expires}`, signature)
}

/** Version 0.1 signed with the secret key itself and named no key. Such links end 90 days after the update. */
const isOldSignature = (secrets: KeyRing, text: string, signature: string): boolean =>
  secrets
    .keys()
    .some((key) => isEqual(Buffer.from(oldKeyedHash(key, text).toString('base64url')), Buffer.from(signature)))
