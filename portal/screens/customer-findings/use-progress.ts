import type { Changes } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { messageOf } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'

type Change = Changes['PUT /partner/customers/:id/findings/progress']['body']

const DONE = {
  open: 'open again.',
  planned: 'planned.',
  done: 'marked as done. The next run verifies it.',
} as const

/** Changes how far the repair of findings is; resolves to whether it succeeded. A failure is shown. */
export function useProgress(customerId: string, product: string) {
  const { mutateAsync, isPending } = useChange('PUT /partner/customers/:id/findings/progress', {
    invalidates: ['/partner/customers'],
  })
  const change = async (wanted: Omit<Change, 'product'>): Promise<boolean> => {
    try {
      await mutateAsync({ params: { id: customerId }, body: { product, ...wanted } })
      const count = wanted.requirements.length
      notify(`${plural(count, 'finding')} ${count === 1 ? 'is' : 'are'} ${DONE[wanted.status]}`)
      return true
    } catch (error) {
      notify(messageOf(error), 'bad')
      return false
    }
  }
  return { change, isPending }
}
