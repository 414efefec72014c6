import type { ComponentChildren } from 'preact'
import { PLAN_NAMES, type Plan as PlanName } from '../../../src/shared/plans.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { type Preview, planName } from './words.ts'

/** A call that is under way, or has failed. */
interface Step {
  isPending: boolean
  error: unknown
}

/** Chooses a plan, and changes to it once the preview has shown the effects. */
export function PlanDialog(props: {
  title: string
  plan: PlanName
  onPlan: (plan: PlanName) => void
  /** What else can be chosen. */
  fields?: ComponentChildren
  /** Why the choice cannot be applied: it is the current plan. */
  unchanged: string | undefined
  preview: Step & { data: Preview | undefined }
  change: Step
  onSubmit: () => Promise<void>
  onClose: () => void
  /** What the choice means. */
  children: (preview: Preview) => ComponentChildren
}) {
  const { preview, change, unchanged } = props
  const shown = unchanged === undefined ? preview.data : undefined
  return (
    <FormDialog
      title={props.title}
      action="Change plan now"
      change={{ error: change.error ?? preview.error, isPending: change.isPending || preview.isPending }}
      disabledReason={unchanged ?? (shown ? undefined : 'The cost is not known yet.')}
      onSubmit={props.onSubmit}
      onClose={props.onClose}
    >
      <Select
        label="Plan"
        value={props.plan}
        onChange={props.onPlan}
        options={PLAN_NAMES.map((name) => ({ value: name, label: planName(name) }))}
      />
      {props.fields}
      {shown && (
        <div class="prose" role="status">
          {props.children(shown)}
        </div>
      )}
    </FormDialog>
  )
}
