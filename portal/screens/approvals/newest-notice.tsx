import { plural } from '../../format.ts'
import { Notice } from '../../parts/notice.tsx'
import type { useAsked } from './matching.ts'

/** Says that only some of the customers that match are meant; empty if all are. */
export function NewestNotice({ asked }: Pick<ReturnType<typeof useAsked>, 'asked'>) {
  if (!asked?.isCut) return null
  return (
    <Notice tone="info">
      These are the newest {plural(asked.customers, 'customer')} that match. Narrow the filter to reach the others.
    </Notice>
  )
}
