import { useState } from 'preact/hooks'
import { fieldError, leaveAfter } from '../../api.ts'
import { Checkbox, Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Partner } from './words.ts'

/** Asks why somebody wants to see the partner's portal, and opens it. */
export function LookAs({ partner: { id, company }, onClose }: { partner: Partner; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [act, setAct] = useState(false)
  const visit = useChange('POST /distributor/partners/:id/visits')
  const refusal = useRoleReason('admin')
  const submit = (): Promise<void> =>
    leaveAfter(async () => {
      const { next } = await visit.mutateAsync({ params: { id }, body: { reason: reason.trim(), act } })
      return next
    })
  return (
    <FormDialog
      title={`View the portal of ${company}`}
      action={act ? 'Act for the partner' : 'View its portal'}
      change={visit}
      fields={['reason']}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="prose">
        <p>
          For an hour at most, you see what {company} sees, except keys, webhooks, people and security. Your own account
          is back when you end the visit.
        </p>
        <p>The partner sees your name and the reason at once, in its portal and its audit trail, and gets an email.</p>
      </div>
      <Field
        label="Reason"
        help="The partner will see it. Enter, for example, the number of its support request."
        value={reason}
        onChange={setReason}
        error={fieldError(visit.error, 'reason')}
        autocomplete="off"
        maxLength={200}
        required
        autoFocus
      />
      <Checkbox
        label="Allow changes"
        help={refusal ?? 'Otherwise you can only look.'}
        checked={act}
        disabled={refusal !== undefined}
        onChange={setAct}
      />
    </FormDialog>
  )
}
