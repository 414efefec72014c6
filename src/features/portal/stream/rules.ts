import { ROLES, type Role } from '../../../shared/actor.ts'
import type { LiveKind, LiveMessage } from '../../../shared/portal/messages.ts'

/** Open streams of one session: a browser needs one, and may have another while it connects again. */
export const MAX_PER_SESSION = 3

/** Open streams of one process. */
export const MAX_STREAMS = 500

/** How often a stream shows that it is alive, and checks its session again. */
export const HEARTBEAT_MS = 15_000

/** If several messages about one object come within this time, the first and the last are sent. */
export const MESSAGE_GRAIN_MS = 1_000

/** Before the server ends responses that take too long, a stream ends by itself, and the browser opens the next one. */
export const MAX_OPEN_MS = 9 * 60_000

/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000

/** How many bytes may wait for a slow browser before its stream ends. */
export const MAX_WAITING_BYTES = 64 * 1024

/** Not for caches, and not to be collected by a proxy. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const

export const OPENING = `retry: ${RETRY_MS}\n\n`
export const HEARTBEAT = ':\n\n'
export const SESSION_ENDED = 'event: session.ended\ndata: {}\n\n'

/** Ids come from the database and are plain words, but a line break would end the message. */
export const toEventText = ({ kind, id }: Pick<LiveMessage, 'kind' | 'id'>): string =>
  `event: ${kind}\ndata: ${JSON.stringify({ id })}\n\n`

/** Messages about what only some roles may read. */
const ROLE_OF: Partial<Record<LiveKind, Role>> = { delivery: 'admin' }

export const maySee = (role: Role, kind: LiveKind): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(ROLE_OF[kind] ?? 'reader')
