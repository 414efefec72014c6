import { type FramedPage, IN_OWN_FRAME } from '../../../../../shared/html/framed-page.ts'
import { smallPagePolicy } from '../../../../../shared/html/small-page.ts'
import type { Brand } from '../../../../brands/rules.ts'
import { renderConsentRequest } from '../page.ts'
import { toNames } from '../rules.ts'

const TENANT = '00000000-0000-4000-8000-000000000000'

/** The page of a consent link of an invented customer, in a look that is not stored. Its form leads nowhere. */
export function renderSampleConsent({ brand, company }: { brand: Brand; company: string }): FramedPage {
  const names = toNames({ customerName: 'Sample customer', partnerName: company }, brand)
  return {
    page: renderConsentRequest(names, TENANT, ''),
    policy: smallPagePolicy("'none'", IN_OWN_FRAME, names.look),
  }
}
