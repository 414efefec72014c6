import { formatAgo, formatLocal, formatLogged, formatMinute, formatUtc } from '../format.ts'

export interface TimeProps {
  /** ISO 8601, as the API sends it; null shows a dash. */
  at: string | null | undefined
  /**
   * By default how long ago, as "3 minutes ago"; `full` writes day and time, `exact` with seconds. `logged` is for lists of what
   * happened, where rows of "3 days ago" would tell nothing apart.
   */
  show?: 'full' | 'exact' | 'logged'
}

const FORMATS = { full: formatMinute, exact: formatLocal, logged: (at: string) => formatLogged(at, new Date()) }

/** A time as people read it, in their own time zone; on hover also in full and in UTC. */
export function Time({ at, show }: TimeProps) {
  if (!at) return <span class="soft">–</span>
  return (
    <time dateTime={at} title={`${formatLocal(at)} (${formatUtc(at)})`}>
      {show === undefined ? formatAgo(at, new Date()) : FORMATS[show](at)}
    </time>
  )
}
