import { type Static, Type } from 'typebox'
import { TOPIC_NAMES } from './rules.ts'

const TopicName = Type.Enum([...TOPIC_NAMES])

/** Which mails the signed-in person gets; only topics that their account and role have. */
export const OwnNotifications = Type.Object({
  topics: Type.Array(
    Type.Object({
      topic: TopicName,
      isWanted: Type.Boolean(),
      /** Sent whatever they choose. */
      isAlways: Type.Boolean(),
    }),
  ),
})
export type OwnNotifications = Static<typeof OwnNotifications>

/** Topics that are not named stay as they are. */
export const NotificationChange = Type.Object({
  topics: Type.Array(Type.Object({ topic: TopicName, isWanted: Type.Boolean() }), {
    minItems: 1,
    maxItems: TOPIC_NAMES.length,
  }),
})
export type NotificationChange = Static<typeof NotificationChange>
