import type { Reads } from '../../endpoints.ts'
import { frameworkName, targetsOf } from '../../frameworks.ts'
import { Field } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import type { Draft } from './draft.ts'
import type { DraftField } from './problems.ts'
import { ALL_CUSTOMERS, capitalize, type Unit, WEEKDAYS } from './words.ts'

export type Customers = Reads['/{account}/customers']['customers']
export type Products = Reads['/partner/products']['products']

export interface FieldsProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  errorOf: (field: DraftField) => string | undefined
}

const UNITS: readonly { value: Unit; label: string }[] = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
]
const LAST_DAY_OF_ALL = 28
const AS_FIRST_DAY = { value: '', label: 'Same as the first day' }

/** The customer and the framework. An existing schedule cannot change them. */
export function SubjectFields({
  draft,
  onChange,
  errorOf,
  customers,
  products,
}: FieldsProps & { customers: Customers; products: Products }) {
  const byName = customers.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <>
      <Select
        label="Customer"
        help="“All customers” means those you have at the time of a run."
        value={draft.customerId}
        onChange={(customerId) => onChange({ customerId })}
        options={[
          { value: ALL_CUSTOMERS, label: 'All customers' },
          ...byName.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={errorOf('customerId')}
      />
      <Select
        label="Framework"
        value={draft.product}
        onChange={(product) => onChange({ product, target: '' })}
        options={products.map(({ id }) => ({ value: id, label: frameworkName(id) }))}
        error={errorOf('product')}
      />
    </>
  )
}

/** The level to assess against. */
export function TargetField({ draft, onChange, errorOf }: FieldsProps) {
  const targets = targetsOf(draft.product)
  // A schedule that was made by the API may have another level.
  const isKnown = targets.some(({ value }) => value === draft.target)
  return (
    <Select
      label="Target"
      value={draft.target}
      onChange={(target) => onChange({ target })}
      options={isKnown ? targets : [...targets, { value: draft.target, label: `Level ${draft.target}` }]}
      error={errorOf('maturityTarget')}
    />
  )
}

/** How often, and on which day. */
export function IntervalFields({ draft, onChange, errorOf }: FieldsProps) {
  const { unit, count, on, startsOn } = draft
  return (
    <div class="schedule-fields">
      <Field
        label="Every"
        value={count}
        onChange={(count) => onChange({ count })}
        inputMode="numeric"
        autocomplete="off"
        error={errorOf('every.count')}
        required
      />
      <Select
        label="Unit"
        value={unit}
        onChange={(unit) => onChange({ unit, on: '' })}
        options={UNITS}
        error={errorOf('every.unit')}
      />
      {unit !== 'day' && (
        <Select
          label="On"
          value={on}
          onChange={(on) => onChange({ on })}
          options={[AS_FIRST_DAY, ...daysOf(unit)]}
          error={errorOf('every.on')}
        />
      )}
      <Field
        label="First day"
        type="date"
        value={startsOn}
        onChange={(startsOn) => onChange({ startsOn })}
        error={errorOf('startsOn')}
        required
      />
    </div>
  )
}

const daysOf = (unit: Unit): { value: string; label: string }[] =>
  unit === 'week'
    ? WEEKDAYS.map((day) => ({ value: day, label: capitalize(day) }))
    : [
        ...Array.from({ length: LAST_DAY_OF_ALL }, (_, index) => {
          const day = String(index + 1)
          return { value: day, label: `Day ${day}` }
        }),
        { value: 'last', label: 'The last day' },
      ]

/** Between which times, on which clocks. */
export function WindowFields({ draft, onChange, errorOf }: FieldsProps) {
  const { from, to, timeZone } = draft
  // A stored zone may be one that this browser does not list.
  const zones = [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return (
    <>
      <div class="schedule-fields">
        <Field
          label="Window from"
          type="time"
          value={from}
          onChange={(from) => onChange({ from })}
          error={errorOf('window.from')}
          required
        />
        <Field
          label="Window until"
          type="time"
          value={to}
          onChange={(to) => onChange({ to })}
          error={errorOf('window.to')}
          required
        />
      </div>
      <Select
        label="Time zone"
        help="The window keeps its local time when the clocks change."
        value={timeZone}
        onChange={(timeZone) => onChange({ timeZone })}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        error={errorOf('timeZone')}
      />
    </>
  )
}
