import {
  SETTLEMENT_CURRENCIES,
  SETTLEMENT_INTERVALS,
  type SettlementCurrency,
  type SettlementInterval,
  settlementPriceOf,
} from '../../../src/shared/money/prices.ts'
import { PLAN_NAMES, type Plan } from '../../../src/shared/plans.ts'
import { formatAmount } from '../../format.ts'
import { Field } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { planName } from '../plan/words.ts'

/** A new partner as it is being typed. */
export interface Draft {
  company: string
  name: string
  email: string
  plan: Plan
  currency: SettlementCurrency
  interval: SettlementInterval
}

export const NEW_DRAFT: Draft = {
  company: '',
  name: '',
  email: '',
  plan: 'professional',
  currency: 'EUR',
  interval: 'quarterly',
}

export const toNewPartner = ({ company, name, email, plan, currency, interval }: Draft) => ({
  company: company.trim(),
  name: name.trim(),
  email: email.trim(),
  plan,
  billing: { currency, interval },
})

/** `USD 1,047.00 a quarter`, at list price. */
export const settlementWords = (plan: Plan, currency: SettlementCurrency, interval: SettlementInterval): string =>
  `${formatAmount(Number(settlementPriceOf(plan, interval, currency)), currency)} ${interval === 'quarterly' ? 'a quarter' : 'a year'}`

export interface PartnerFieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** What is wrong with a field, as a sentence. */
  wrong: (field: string) => string | undefined
}

/** The fields of a new partner, with what it costs. */
export function PartnerFields({ draft, onChange, wrong }: PartnerFieldsProps) {
  const { plan, currency, interval } = draft
  const change = (changes: Partial<Draft>): void => onChange({ ...draft, ...changes })
  return (
    <>
      <Field
        label="Company"
        value={draft.company}
        onChange={(company) => change({ company })}
        error={wrong('company')}
        autocomplete="off"
        maxLength={200}
        required
        autoFocus
      />
      <Field
        label="Administrator"
        help="Becomes the first owner of the account."
        value={draft.name}
        onChange={(name) => change({ name })}
        error={wrong('name')}
        autocomplete="off"
        maxLength={200}
        required
      />
      <Field
        label="Email address of the administrator"
        type="email"
        value={draft.email}
        onChange={(email) => change({ email })}
        error={wrong('email')}
        autocomplete="off"
        maxLength={254}
        required
      />
      <Select
        label="Plan"
        value={plan}
        onChange={(next) => change({ plan: next })}
        options={PLAN_NAMES.map((name) => ({ value: name, label: planName(name) }))}
        error={wrong('plan')}
      />
      <Select
        label="Settlement currency"
        value={currency}
        onChange={(next) => change({ currency: next })}
        options={SETTLEMENT_CURRENCIES.map((name) => ({ value: name, label: name }))}
        error={wrong('billing.currency')}
      />
      <Select
        label="Settlement period"
        value={interval}
        onChange={(next) => change({ interval: next })}
        options={SETTLEMENT_INTERVALS.map((name) => ({
          value: name,
          label: name === 'quarterly' ? 'Quarter' : 'Year',
        }))}
        error={wrong('billing.interval')}
      />
      <p role="status">List price: {settlementWords(plan, currency, interval)}, from the day of its activation.</p>
    </>
  )
}
