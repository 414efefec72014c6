import { useState } from 'preact/hooks'
import { fieldError, leaveAfter } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { useChange } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import type { Partner } from './words.ts'

/** Asks why somebody wants to see the partner's portal, and opens it. */
export function LookAs({ partner: { id, company }, onClose }: { partner: Partner; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [act, setAct] = useState(false)
  const visit = useChange('POST /distributor/partners/:id/visits')
  const refusal = useRoleReason('admin')
  const submit = async (): Promise<void> => {
    try {
      await leaveAfter(async () => {
        const { next } = await visit.mutateAsync({ params: { id }, body: { reason: reason.trim(), act } })
        return next
      })
    } catch {
      // The form shows it.
    }
  }
  const wrong = fieldError(visit.error, 'reason')
  return (
    <Dialog title={`View the portal of ${company}`} onClose={onClose}>
      <Form
        error={wrong === undefined ? visit.error : undefined}
        onSubmit={() => {
          if (!visit.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={visit.isPending}>
              {act ? 'Act for the partner' : 'View its portal'}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <div class="prose">
          <p>
            For an hour at most, you see what {company} sees, except keys, webhooks, people and security. Your own
            account is back when you end the visit.
          </p>
          <p>
            The partner sees your name and the reason at once, in its portal and its audit trail, and gets an e-mail.
          </p>
        </div>
        <Field
          label="Reason"
          help="The partner will see it. Enter, for example, the number of its support request."
          value={reason}
          onChange={setReason}
          error={wrong}
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
      </Form>
    </Dialog>
  )
}
