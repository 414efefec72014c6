import { formatAgo, formatLocal, formatUtc } from '../format.ts'

export interface TimeProps {
  /** ISO 8601, as the API sends it; null shows a dash. */
  at: string | null | undefined
  /** By default how long ago, as "3 minutes ago"; `full` writes day and time. */
  show?: 'full'
}

/** A time as people read it, in their own time zone; on hover also in full and in UTC. */
export function Time({ at, show }: TimeProps) {
  if (!at) return <span class="soft">–</span>
  return (
    <time dateTime={at} title={`${formatLocal(at)} (${formatUtc(at)})`}>
      {show === 'full' ? formatLocal(at) : formatAgo(at, new Date())}
    </time>
  )
}
