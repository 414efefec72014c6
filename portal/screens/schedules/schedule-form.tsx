import { useState } from 'preact/hooks'
import { errorBesides } from '../../api.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { FormDialog, type FormDialogProps } from '../../parts/form-dialog.tsx'
import { Failure } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, newDraft, toChange, toDraft, toNewSchedule } from './draft.ts'
import { type Customers, IntervalFields, type Products, SubjectFields, TargetField, WindowFields } from './fields.tsx'
import { PreviewShown, usePreview } from './preview.tsx'
import { DRAFT_FIELDS, type DraftField, draftError } from './problems.ts'
import type { Schedule } from './words.ts'

const CHANGES = { invalidates: ['/partner/schedules'] }

/** Creates a schedule. */
export function CreateSchedule({
  customers,
  products,
  onClose,
}: {
  customers: Customers
  products: Products
  onClose: () => void
}) {
  const create = useChange('POST /partner/schedules', CHANGES)
  const [draft, setDraft] = useState(() => newDraft(products[0]?.id ?? '', new Date()))
  const submit = async (): Promise<void> => {
    await create.mutateAsync({ body: toNewSchedule(draft) })
    notify('The schedule is created.')
    onClose()
  }
  return (
    <ScheduleDialog
      title="Create a schedule"
      action="Create schedule"
      draft={draft}
      customers={customers}
      products={products}
      change={create}
      onChange={(change) => {
        create.reset()
        setDraft({ ...draft, ...change })
      }}
      onSubmit={submit}
      onClose={onClose}
      call={{ title: 'Create a schedule', method: 'POST', path: '/schedules', body: toNewSchedule(draft) }}
    />
  )
}

/** Changes when a schedule runs, and against which target. */
export function ChangeSchedule({ schedule, name, onClose }: { schedule: Schedule; name: string; onClose: () => void }) {
  const change = useChange('PUT /partner/schedules/:id', CHANGES)
  const [draft, setDraft] = useState(() => toDraft(schedule))
  const submit = async (): Promise<void> => {
    await change.mutateAsync({ params: { id: schedule.id }, body: toChange(draft) })
    notify('The schedule is changed.')
    onClose()
  }
  return (
    <ScheduleDialog
      title="Change the schedule"
      action="Save"
      draft={draft}
      saved={{ schedule, name }}
      change={change}
      onChange={(fields) => {
        change.reset()
        setDraft({ ...draft, ...fields })
      }}
      onSubmit={submit}
      onClose={onClose}
      call={{ title: 'Change the schedule', method: 'PUT', path: `/schedules/${schedule.id}`, body: toChange(draft) }}
    />
  )
}

interface ScheduleDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit' | 'onClose' | 'call'> {
  draft: Draft
  /** The schedule that is changed, whose customer and framework stay. */
  saved?: { schedule: Schedule; name: string }
  customers?: Customers
  products?: Products
  change: { error: unknown; isPending: boolean }
  onChange: (change: Partial<Draft>) => void
}

function ScheduleDialog(props: ScheduleDialogProps) {
  const { draft, saved, customers = [], products = [], change, onChange, ...dialog } = props
  const preview = usePreview(draft, saved?.schedule.id)
  const problem = change.error ?? preview.error
  const errorOf = (field: DraftField): string | undefined => draftError(problem, field)
  const fields = { draft, onChange, errorOf }
  const besides = change.error ? undefined : errorBesides(preview.error, DRAFT_FIELDS)
  return (
    <FormDialog {...dialog} change={change} fields={DRAFT_FIELDS}>
      {saved ? (
        <p>
          {saved.name}, {frameworkName(draft.product)}
        </p>
      ) : (
        <SubjectFields {...fields} customers={customers} products={products} />
      )}
      <TargetField {...fields} />
      <IntervalFields {...fields} />
      <WindowFields {...fields} />
      {besides ? <Failure error={besides} /> : null}
      {preview.data && <PreviewShown preview={preview.data} timeZone={draft.timeZone} />}
    </FormDialog>
  )
}
