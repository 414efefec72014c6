import type { Fields } from '../../../shared/json.ts'

export interface RoleHolding {
  /** Role template id. */
  role: string
  /** False if the person is eligible for the role but has not activated it. */
  active: boolean
  /** Standing access: active, assigned and without an end. */
  standing: boolean
  /** Valid for the whole directory, not only for a part of it. */
  wholeDirectory: boolean
  /** Whether it was assigned or activated in Privileged Identity Management; omitted if unknown. */
  throughPim?: boolean
  /** Id of the group through which it is held, in lower case; omitted if it is held directly. */
  group?: string
  /** Set if it could not be read whether it, or the membership of that group, is time-limited. */
  isDurationUnread?: true
  /** When it expires, as the API writes it; omitted if it does not expire. */
  until?: string
}

/** The API writes the year 1 in place of a missing date. */
export const hasDate = (value: unknown): value is string => typeof value === 'string' && !value.startsWith('0001-01-01')

export const endOf = ({ endDateTime }: Fields): Pick<RoleHolding, 'until'> =>
  hasDate(endDateTime) ? { until: endDateTime } : {}
