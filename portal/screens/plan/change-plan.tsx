import { useState } from 'preact/hooks'
import { BILLINGS, CURRENCIES } from '../../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../../src/shared/plans.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { invalidate, useChange } from '../../queries.ts'
import { limitWords, type Plan, planName, previewWords } from './words.ts'

type Terms = Pick<Plan, 'plan' | 'billing' | 'currency'>

/** Chooses another plan, shows what it costs, and changes to it. */
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
  const isSame = isCurrent(terms)
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
      // The form shows it. It may be under way all the same: then the screen says so.
      await invalidate('/partner/billing')
    }
  }
  const shown = isSame ? undefined : preview.data
  const reason = isSame
    ? 'Choose another plan, billing or currency first.'
    : shown
      ? undefined
      : 'Its cost is not known yet.'
  return (
    <Dialog title="Change plan" onClose={onClose}>
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
          value={terms.plan}
          onChange={(next) => choose({ plan: next })}
          options={PLAN_NAMES.map((name) => ({ value: name, label: planName(name) }))}
        />
        <Select
          label="Billing"
          value={terms.billing}
          onChange={(next) => choose({ billing: next })}
          options={BILLINGS.map((name) => ({ value: name, label: name === 'monthly' ? 'Monthly' : 'Yearly' }))}
        />
        <Select
          label="Currency"
          value={terms.currency}
          onChange={(next) => choose({ currency: next })}
          options={CURRENCIES.map((name) => ({ value: name, label: name.toUpperCase() }))}
        />
        {shown && (
          <div class="prose" role="status">
            <p>
              {planName(shown.plan)}: {limitWords(shown.runLimit)}.
            </p>
            {previewWords(shown).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {shown.productsLost.length > 0 && <p>You can no longer start runs of {shown.productsLost.join(', ')}.</p>}
          </div>
        )}
      </Form>
    </Dialog>
  )
}
