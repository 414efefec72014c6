import { useState } from 'preact/hooks'
import { BILLINGS, CURRENCIES } from '../../../src/shared/money/prices.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Select } from '../../parts/select.tsx'
import { invalidate, useChange } from '../../queries.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { limitWords, type Plan, planName, previewWords } from './words.ts'

type Terms = Pick<Plan, 'plan' | 'billing' | 'currency'>

/** Chooses another plan, billing or currency, shows what it costs, and changes to it. */
export function ChangePlan({ plan: current, onClose }: { plan: Plan; onClose: () => void }) {
  const [terms, setTerms] = useState<Terms>({
    plan: current.plan,
    billing: current.billing,
    currency: current.currency,
  })
  const preview = useChange('POST /partner/plan/preview')
  const change = useChange('POST /partner/plan', { invalidates: ['/partner/billing', '/partner/me', '/partner/home'] })
  const isCurrent = ({ plan, billing, currency }: Terms): boolean =>
    plan === current.plan && billing === current.billing && currency === current.currency
  const choose = (next: Partial<Terms>): void => {
    const body = { ...terms, ...next }
    setTerms(body)
    change.reset()
    preview.reset()
    if (!isCurrent(body)) preview.mutate({ body })
  }
  const submit = async (): Promise<void> => {
    try {
      await change.mutateAsync({ body: terms })
      notify(`You are on the ${terms.plan} plan now.`)
      onClose()
    } catch {
      // The form shows it. The change may still be in progress: then the screen says so.
      await invalidate('/partner/billing')
    }
  }
  return (
    <PlanDialog
      title="Change plan"
      plan={terms.plan}
      onPlan={(plan) => choose({ plan })}
      fields={
        <>
          <Select
            label="Billing"
            value={terms.billing}
            onChange={(billing) => choose({ billing })}
            options={BILLINGS.map((name) => ({ value: name, label: name === 'monthly' ? 'Monthly' : 'Yearly' }))}
          />
          <Select
            label="Currency"
            value={terms.currency}
            onChange={(currency) => choose({ currency })}
            options={CURRENCIES.map((name) => ({ value: name, label: name.toUpperCase() }))}
          />
        </>
      }
      unchanged={isCurrent(terms) ? 'Choose another plan, billing or currency first.' : undefined}
      preview={preview}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <p>
            {planName(shown.plan)}: {limitWords(shown.runLimit)}.
          </p>
          {previewWords(shown).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {shown.productsLost.length > 0 && (
            <p>You can no longer start runs of {shown.productsLost.map(frameworkName).join(', ')}.</p>
          )}
        </>
      )}
    </PlanDialog>
  )
}
