import { useLocation } from 'preact-iso/router'
import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { hrefOf } from '../../paths.ts'
import { useChange, useRead } from '../../queries.ts'
import type { Customer } from './frame.tsx'

/** Not the customer itself: it no longer exists, but its screen is still shown for a moment. */
const CHANGES = { invalidates: ['/partner/portfolio', '/partner/home', '/partner/me', '/partner/fixes'] }

/** Deletes a customer, after showing what is deleted with it and asking for its name. */
export function DeleteCustomer({ customer: { id, name }, onClose }: { customer: Customer; onClose: () => void }) {
  const { route } = useLocation()
  const effects = useRead('/partner/customers/:id/deletion-effects', { params: { id } })
  const remove = useChange('DELETE /partner/customers/:id', CHANGES)
  return (
    <Confirm
      title="Delete the customer"
      action="Delete customer"
      typeName={name}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } })
        notify(`${name} is deleted.`)
        route(hrefOf('/customers'))
      }}
      onClose={onClose}
    >
      <p>{name} and everything that was read of it is deleted for good. Nobody can restore it. With it go:</p>
      <Loaded read={effects} lines={4}>
        {(found) => (
          <ul class="effects">
            {effectsOf(found).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Confirm>
  )
}

type Effects = Reads['/partner/customers/:id/deletion-effects']

/** What is deleted, one sentence for each kind that exists. */
function effectsOf({ reports, unfinished, links, answers, exceptions, schedules, repairs }: Effects): string[] {
  const sentences: readonly (readonly [count: number, words: string])[] = [
    [reports, `${plural(reports, 'completed run')} with ${reports === 1 ? 'its reports' : 'their reports'}`],
    [unfinished, `${plural(unfinished, 'run')} in progress, which ${unfinished === 1 ? 'stops' : 'stop'}`],
    [links, `${plural(links, 'link')} to reports, which stop working`],
    [answers, `${plural(answers, 'answer')} to questionnaires, with their files`],
    [exceptions, plural(exceptions, 'exception')],
    [schedules, `${plural(schedules, 'schedule')} for this customer only`],
    [repairs, plural(repairs, 'planned repair')],
  ]
  return [
    ...sentences.filter(([count]) => count > 0).map(([, words]) => words),
    'its membership in groups and schedules; its runs still count this month',
  ]
}
