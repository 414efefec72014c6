import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { useChange } from '../../queries.ts'
import { settlementWords } from '../partners/partner-fields.tsx'
import { PlanDialog } from '../plan/plan-dialog.tsx'
import { limitWords, type Preview, planName, previewWords } from '../plan/words.ts'
import { CHANGED, type Partner } from './words.ts'

/** Chooses another plan for a partner, shows what it changes and costs, and changes to it. */
export function ChangePlan({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { id, company } = partner
  const [plan, setPlan] = useState(partner.plan)
  const preview = useChange('POST /distributor/partners/:id/plan/preview')
  const change = useChange('POST /distributor/partners/:id/plan', CHANGED)
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
  return (
    <PlanDialog
      title={`Plan of ${company}`}
      plan={plan}
      onPlan={choose}
      unchanged={plan === partner.plan ? 'Choose another plan first.' : undefined}
      preview={preview}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      {(shown) => <Effects partner={partner} preview={shown} />}
    </PlanDialog>
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
    <>
      <p>
        {planName(preview.plan)}: {limitWords(runLimit)}.
        {runLimit >= 0 && runs.used >= runLimit && ` ${runs.used} are used, so no more runs can start this month.`}
      </p>
      {charges.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {gained.length > 0 && <p>Runs of {gained.map(frameworkName).join(', ')} become possible.</p>}
      {lost.length > 0 && (
        <p>Runs of {lost.map(frameworkName).join(', ')} can no longer be started. Their results stay.</p>
      )}
    </>
  )
}
