import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { useSession } from '../../session.ts'
import type { Person } from './words.ts'

export interface PlanDialogProps {
  customerId: string
  product: string
  requirements: readonly string[]
  people: readonly Person[]
  onClose: (isSaved: boolean) => void
}

const DAYS_AHEAD = 14

/** A day written YYYY-MM-DD, some days after today where the person is. */
function dayAhead(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  // The Swedish form of a day is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE').format(day)
}

/** Who repairs the findings, and until when. */
export function PlanDialog({ customerId, product, requirements, people, onClose }: PlanDialogProps) {
  const { person } = useSession()
  const active = people.filter(({ status }) => status === 'active')
  const [ownerId, setOwnerId] = useState(active.some(({ id }) => id === person.id) ? person.id : (active[0]?.id ?? ''))
  const [dueOn, setDueOn] = useState(() => dayAhead(DAYS_AHEAD))
  const plan = useChange('PUT /partner/customers/:id/findings/progress', { invalidates: ['/partner/customers'] })
  const count = plural(requirements.length, 'finding')
  const submit = async (): Promise<void> => {
    const body = { product, requirements: [...requirements], status: 'planned' as const, ownerId, dueOn }
    await plan.mutateAsync({ params: { id: customerId }, body })
    notify(`The repair of ${count} is planned.`)
    onClose(true)
  }
  return (
    <FormDialog
      title={`Plan the repair of ${count}`}
      action="Plan"
      change={plan}
      fields={['ownerId', 'dueOn']}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      <Select
        label="Who does it"
        value={ownerId}
        onChange={setOwnerId}
        options={active.map(({ id, name }) => ({ value: id, label: name }))}
        error={fieldError(plan.error, 'ownerId')}
      />
      <Field
        label="Until"
        type="date"
        value={dueOn}
        onChange={setDueOn}
        error={fieldError(plan.error, 'dueOn')}
        required
      />
      <p class="soft small">
        After this day it is overdue, until somebody marks it as done or a run confirms the repair.
      </p>
    </FormDialog>
  )
}
