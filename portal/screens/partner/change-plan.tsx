import { useState } from 'preact/hooks'
import { PLAN_NAMES } from '../../../src/shared/plans.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import { settlementWords } from '../partners/partner-fields.tsx'
import { limitWords, type Preview, planName, previewWords } from '../plan/words.ts'
import { CHANGED, type Partner } from './words.ts'

/** Chooses another plan for a partner, shows what it changes and costs, and changes to it. */
export function ChangePlan({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { id, company } = partner
  const [plan, setPlan] = useState(partner.plan)
  const preview = useChange('POST /distributor/partners/:id/plan/preview')
  const change = useChange('POST /distributor/partners/:id/plan', CHANGED)
  const isSame = plan === partner.plan
  const choose = (next: Partner['plan']): void => {
    setPlan(next)
    change.reset()
    preview.reset()
    if (next !== partner.plan) preview.mutate({ params: { id }, body: { plan: next } })
  }
  const submit = async (): Promise<void> => {
    try {
      await change.mutateAsync({ params: { id }, body: { plan } })
      notify(`${company} is on the ${plan} plan now.`)
      onClose()
    } catch {
      // The form shows it.
    }
  }
  const shown = isSame ? undefined : preview.data
  const reason = isSame ? 'Choose another plan first.' : shown ? undefined : 'Its effects are not known yet.'
  return (
    <Dialog title={`Plan of ${company}`} onClose={onClose}>
      <Form
        error={change.error ?? preview.error}
        onSubmit={() => {
          if (shown && !change.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={change.isPending || preview.isPending} disabledReason={reason}>
              Change plan now
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <Select
          label="Plan"
          value={plan}
          onChange={choose}
          options={PLAN_NAMES.map((name) => ({ value: name, label: planName(name) }))}
        />
        {shown && <Effects partner={partner} preview={shown} />}
      </Form>
    </Dialog>
  )
}

/** What another plan changes, and who is charged for it. */
function Effects({ partner, preview }: { partner: Partner; preview: Preview }) {
  const { company, plan, settlement, billedBy, runs } = partner
  const { currency, interval } = settlement
  const { productsGained: gained, productsLost: lost, runLimit } = preview
  const charges =
    billedBy === 'service'
      ? [`${company} is charged, not you.`, ...previewWords(preview)]
      : [
          `From today on you are charged ${settlementWords(preview.plan, currency, interval)} at list price, in place of ${settlementWords(plan, currency, interval)}. Today counts as the larger plan.`,
        ]
  return (
    <div class="prose" role="status">
      <p>
        {planName(preview.plan)}: {limitWords(runLimit)}.
        {runLimit >= 0 && runs.used >= runLimit && ` ${runs.used} are used, so no more start this month.`}
      </p>
      {charges.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {gained.length > 0 && <p>Runs of {gained.join(', ')} become possible.</p>}
      {lost.length > 0 && <p>Runs of {lost.join(', ')} can no longer be started. Their results stay.</p>}
    </div>
  )
}
