import type { NewSchedule, ScheduleChange } from '../../../src/features/schedules/schema.ts'
import { ALL_CUSTOMERS, type Schedule, type Unit } from './words.ts'

/** A schedule as it stands in the fields of the form. */
export interface Draft {
  customerId: string
  product: string
  /** Empty for the framework's own. */
  target: string
  unit: Unit
  count: string
  /** Empty for the day of `startsOn`. */
  on: string
  from: string
  to: string
  timeZone: string
  startsOn: string
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the form begins with: a weekly run of a framework for all customers, from today on the clocks of this browser. */
export function newDraft(product: string, now: Date): Draft {
  const timeZone = browserZone()
  return {
    customerId: ALL_CUSTOMERS,
    product,
    target: '',
    unit: 'week',
    count: '1',
    on: '',
    from: '02:00',
    to: '06:00',
    timeZone,
    // The Swedish form of a day is that of ISO 8601.
    startsOn: new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now),
  }
}

export const toDraft = ({
  customerId,
  product,
  maturityTarget,
  every,
  window,
  timeZone,
  startsOn,
}: Schedule): Draft => ({
  customerId,
  product,
  target: maturityTarget === undefined ? '' : String(maturityTarget),
  unit: every.unit,
  count: String(every.count ?? 1),
  on: every.on === undefined ? '' : String(every.on),
  from: window.from,
  to: window.to,
  timeZone,
  startsOn,
})

/** The body that creates the schedule, or previews it. */
export function toNewSchedule({ customerId, product, target, ...draft }: Draft): NewSchedule {
  return { customerId, product, ...(target !== '' && { maturityTarget: Number(target) }), ...toRecurrence(draft) }
}

/** The body that changes a schedule to the draft. */
export const toChange = ({ target, ...draft }: Draft): ScheduleChange => ({
  maturityTarget: target === '' ? null : Number(target),
  ...toRecurrence(draft),
})

/** Whatever was typed is sent, so that the server says what is wrong with it. */
const toRecurrence = ({
  unit,
  count,
  on,
  from,
  to,
  timeZone,
  startsOn,
}: Omit<Draft, 'customerId' | 'product' | 'target'>) => ({
  every: { unit, count: count.trim() === '' ? 0 : Number(count), ...(on !== '' && { on: toDay(on) }) },
  window: { from, to },
  timeZone,
  ...(startsOn !== '' && { startsOn }),
})

const toDay = (on: string): string | number => (/^\d+$/.test(on) ? Number(on) : on)
