import type { ComponentChildren } from 'preact'
import { PLAN_NAMES, type Plan as PlanName } from '../../../src/shared/plans.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
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
    <Dialog title={props.title} onClose={props.onClose}>
      <Form
        error={change.error ?? preview.error}
        onSubmit={() => {
          if (shown && !change.isPending) void props.onSubmit()
        }}
        actions={
          <>
            <Button
              type="submit"
              look="primary"
              busy={change.isPending || preview.isPending}
              disabledReason={unchanged ?? (shown ? undefined : 'The cost is not known yet.')}
            >
              Change plan now
            </Button>
            <Button onClick={props.onClose}>Cancel</Button>
          </>
        }
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
      </Form>
    </Dialog>
  )
}
