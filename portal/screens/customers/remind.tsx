import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useChange } from '../../queries.ts'
import type { ActionProps } from './start-runs.tsx'

const CHANGES = { invalidates: ['/partner/portfolio', '/partner/customers', '/{account}/audit'] }

/** Sends an email to the people who are asked about these customers and have not answered everything. */
export function Remind({ selection, about, onClose }: ActionProps) {
  const remind = useChange('POST /partner/portfolio/reminders', CHANGES)
  return (
    <Confirm
      title="Send reminders"
      action="Send reminders"
      look="primary"
      onConfirm={async () => {
        const { reminded } = await remind.mutateAsync({ body: selection })
        if (reminded > 0) notify(`People are reminded about ${plural(reminded, 'customer')}.`)
        else notify('Nobody was reminded: nobody was invited, or they got an email within the last day.', 'bad')
      }}
      onClose={onClose}
    >
      <p>
        {frameworkName(selection.filter.product)}, {about}. Everybody who was invited and still has open questions gets
        an email with a link, unless they got one within the last day.
      </p>
    </Confirm>
  )
}
