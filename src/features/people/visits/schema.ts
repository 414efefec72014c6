import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { MAX_REASON_CHARACTERS, MIN_REASON_CHARACTERS } from './rules.ts'

export const NewVisit = Type.Object({
  reason: Type.String({
    format: 'line',
    minLength: MIN_REASON_CHARACTERS,
    maxLength: MAX_REASON_CHARACTERS,
    description: 'Why; the partner reads it.',
  }),
  act: Type.Boolean({ description: 'Whether changes are allowed, for administrators and owners.' }),
})
export type NewVisit = Static<typeof NewVisit>

/** The visit of the session. */
export const OwnVisit = Type.Object({
  mayAct: Type.Boolean(),
  endsAt: Timestamp,
  /** The company whose person it is. */
  company: Type.String(),
})

/** A visit as the people of the partner see it. */
export const VisitShown = Type.Object({
  id: Type.String({ description: 'Prefix vis_.' }),
  company: Type.String(),
  name: Type.String(),
  reason: Type.String(),
  mayAct: Type.Boolean(),
  startedAt: Timestamp,
  endsAt: Timestamp,
  endedAt: Type.Optional(Timestamp),
})
export type VisitShown = Static<typeof VisitShown>
