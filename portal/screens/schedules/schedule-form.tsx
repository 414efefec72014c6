import { useEffect, useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Call } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, newDraft, toChange, toDraft, toNewSchedule } from './draft.ts'
import { type Customers, IntervalFields, type Products, SubjectFields, TargetField, WindowFields } from './fields.tsx'
import { PreviewShown, usePreview } from './preview.tsx'
import { type DraftField, draftError, errorBesides } from './problems.ts'
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
    try {
      await create.mutateAsync({ body: toNewSchedule(draft) })
      notify('The schedule is created.')
      onClose()
    } catch {
      // The form shows it.
    }
  }
  return (
    <ScheduleDialog
      title="Create a schedule"
      action="Create schedule"
      draft={draft}
      customers={customers}
      products={products}
      busy={create.isPending}
      error={create.error}
      onChange={(change) => {
        create.reset()
        setDraft({ ...draft, ...change })
      }}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}

/** Changes when a schedule runs, and against which target. */
export function ChangeSchedule({ schedule, name, onClose }: { schedule: Schedule; name: string; onClose: () => void }) {
  const change = useChange('PUT /partner/schedules/:id', CHANGES)
  const [draft, setDraft] = useState(() => toDraft(schedule))
  const submit = async (): Promise<void> => {
    try {
      await change.mutateAsync({ params: { id: schedule.id }, body: toChange(draft) })
      notify('The schedule is changed.')
      onClose()
    } catch {
      // The form shows it.
    }
  }
  return (
    <ScheduleDialog
      title="Change the schedule"
      action="Save"
      draft={draft}
      saved={{ schedule, name }}
      busy={change.isPending}
      error={change.error}
      onChange={(fields) => {
        change.reset()
        setDraft({ ...draft, ...fields })
      }}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}

interface ScheduleDialogProps {
  title: string
  action: string
  draft: Draft
  /** The schedule that is changed, whose customer and framework stay. */
  saved?: { schedule: Schedule; name: string }
  customers?: Customers
  products?: Products
  busy: boolean
  error: unknown
  onChange: (change: Partial<Draft>) => void
  onSubmit: () => void
  onClose: () => void
}

function ScheduleDialog(props: ScheduleDialogProps) {
  const { title, action, draft, saved, customers = [], products = [], busy, error, onChange, onSubmit, onClose } = props
  const preview = usePreview(draft, saved?.schedule.id)
  const problem = error ?? preview.error
  const errorOf = (field: DraftField): string | undefined => draftError(problem, field)
  const fields = { draft, onChange, errorOf }
  useEffect(() => {
    if (error) showProblem()
  }, [error])
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        error={errorBesides(problem)}
        onSubmit={() => {
          if (!busy) onSubmit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={busy}>
              {action}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            {saved ? (
              <Call title={title} method="PUT" path={`/schedules/${saved.schedule.id}`} body={toChange(draft)} />
            ) : (
              <Call title={title} method="POST" path="/schedules" body={toNewSchedule(draft)} />
            )}
          </>
        }
      >
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
        {preview.data && <PreviewShown preview={preview.data} timeZone={draft.timeZone} />}
      </Form>
    </Dialog>
  )
}

/** Moves to the first problem: the form is longer than many windows, and its button is at the end. */
function showProblem(): void {
  const problem = document.querySelector<HTMLElement>('dialog[open] :is([aria-invalid], [role="alert"])')
  problem?.scrollIntoView({ block: 'center' })
  problem?.focus({ preventScroll: true })
}
