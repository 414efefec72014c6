import { fields, text, texts } from '../../../../shared/json.ts'
import type { SignOnTest } from '../schema.ts'

/** The result of a test as it is stored; undefined if there is none. */
export function readTest(stored: unknown): SignOnTest | undefined {
  const { personId, subject, email, isEmailVerified, amr, acr } = fields(stored)
  const [tester, identifier, address, context] = [text(personId), text(subject), text(email), text(acr)]
  if (tester === undefined || identifier === undefined) return undefined
  return {
    personId: tester,
    subject: identifier,
    ...(address !== undefined && { email: address }),
    isEmailVerified: isEmailVerified === true,
    amr: texts(amr),
    ...(context !== undefined && { acr: context }),
  }
}
