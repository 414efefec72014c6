import { type Static, Type } from 'typebox'
import { EventList } from '../../events/schema.ts'

/** The log of events, with names for the ids in it. No key reaches it. */
export const EventLog = Type.Object({
  ...EventList.properties,
  /** The names of customers and partners by their ids. */
  names: Type.Record(Type.String(), Type.String()),
})
export type EventLog = Static<typeof EventLog>
