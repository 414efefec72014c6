import type { Reads } from '../../endpoints.ts'
import { formatDuration } from '../../format.ts'
import { Code } from '../../parts/call.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'

export type Attempt = Reads['/{account}/deliveries/:delivery']['log'][number]

/** One try to deliver: what came back, how long each phase took, and the headers of both sides. */
export function AttemptDetails({ attempt }: { attempt: Attempt }) {
  const { url, address, requestHeaders, responseHeaders, responseBody, error } = attempt
  return (
    <div class="stack attempt">
      {error !== undefined && <p class="attempt-error">{error}</p>}
      <Phases attempt={attempt} />
      <Facts
        facts={[
          ['Sent', <Time key="sent" at={attempt.startedAt} show="exact" />],
          ...(url === undefined ? [] : [['To', `${url}${address === undefined ? '' : ` (${address})`}`] as const]),
        ]}
      />
      {responseBody !== undefined && (
        <>
          <h3>Response of the receiver</h3>
          {responseBody === '' ? (
            <p class="soft">The response has no body.</p>
          ) : (
            <Code text={responseBody} what="answer" />
          )}
        </>
      )}
      {responseHeaders && (
        <details>
          <summary>Response headers</summary>
          <Code text={headersText(responseHeaders)} what="response headers" />
        </details>
      )}
      {requestHeaders && (
        <details>
          <summary>Request headers</summary>
          <Code text={headersText(requestHeaders)} what="request headers" />
        </details>
      )}
    </div>
  )
}

/** `500`, or what prevented an answer. */
export function OutcomeBadge({ attempt: { outcome, status } }: { attempt: Attempt }) {
  if (outcome === 'interrupted') return <Badge tone="dim">Interrupted</Badge>
  const words = status === undefined ? 'No response' : `Responded with ${status}`
  return <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>{words}</Badge>
}

interface Phase {
  name: string
  ms: number
}

/** The phases in their order. The first byte is counted from the start, the others from the phase before. */
function phasesOf({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Attempt): Phase[] {
  const reached = (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)
  const phases = [
    { name: 'Find the name', ms: dnsMs },
    { name: 'Connect', ms: connectMs },
    { name: 'TLS', ms: tlsMs },
    { name: 'Wait for the response', ms: firstByteMs === undefined ? undefined : Math.max(0, firstByteMs - reached) },
    {
      name: 'Read the response',
      ms: firstByteMs === undefined || totalMs === undefined ? undefined : Math.max(0, totalMs - firstByteMs),
    },
  ]
  return phases.flatMap(({ name, ms }) => (ms === undefined ? [] : [{ name, ms }]))
}

/** How long each phase took, drawn to scale. */
function Phases({ attempt }: { attempt: Attempt }) {
  const { totalMs } = attempt
  if (totalMs === undefined) return null
  const phases = phasesOf(attempt)
  const shareOf = (ms: number): number => (100 * ms) / Math.max(totalMs, 1)
  const startOf = (index: number): number => phases.slice(0, index).reduce((sum, { ms }) => sum + ms, 0)
  return (
    <ul class="phases">
      {phases.map(({ name, ms }, index) => (
        <li key={name}>
          <span>{name}</span>
          <svg aria-hidden="true" width="100%" height="10">
            <rect class="track" width="100%" height="10" rx="3" />
            <rect
              class="got"
              x={`${Math.min(99, shareOf(startOf(index)))}%`}
              width={`${Math.max(0.8, shareOf(ms))}%`}
              height="10"
              rx="3"
            />
          </svg>
          <span class="number">{formatDuration(ms)}</span>
        </li>
      ))}
      <li class="total">
        <span>Total</span>
        <span class="number">{formatDuration(totalMs)}</span>
      </li>
    </ul>
  )
}

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
