import { useEffect, useState } from 'preact/hooks'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { callApi, leaveAfter } from '../api.ts'
import type { Changes, Session } from '../endpoints.ts'
import { plural } from '../format.ts'
import { notify } from '../parts/announce.ts'
import { Button } from '../parts/button.tsx'
import { messageOf, Notice } from '../parts/notice.tsx'
import { Time } from '../parts/time.tsx'
import { useSession } from '../session.ts'

const CHECK_MS = 5_000

/**
 * For somebody who visits a partner, on every screen: whose portal this is, how long the visit lasts, and how to end
 * it.
 */
export function OwnVisit() {
  const { visit, account } = useSession()
  return visit ? <Running visit={visit} partner={account} /> : null
}

function Running({ visit, partner }: { visit: NonNullable<Session['visit']>; partner: Session['account'] }) {
  const { mayAct, endsAt, company } = visit
  const leftOf = (): number => Date.parse(endsAt) - Date.now()
  const [left, setLeft] = useState(leftOf)
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(leftOf())
      // The session is that of its own account again.
      if (leftOf() <= 0) location.assign(`/partners/${partner.id}`)
    }, CHECK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  const end = async (): Promise<void> => {
    setEnding(true)
    try {
      await leaveAfter(async () => {
        const answer = await callApi('DELETE', '/session/visit')
        return (answer as Changes['DELETE /session/visit']['answer']).next
      })
    } catch (error) {
      setEnding(false)
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Notice
      tone={mayAct ? 'warn' : 'info'}
      title={`${mayAct ? 'You act for' : 'You are looking at'} ${partner.name}`}
      actions={
        <Button busy={isEnding} onClick={() => void end()}>
          End visit
        </Button>
      }
    >
      {mayAct
        ? `Your changes apply to the partner, and are recorded with your name for ${company}.`
        : 'You see what the partner sees, but cannot change anything.'}{' '}
      {plural(Math.max(1, Math.ceil(left / MINUTE_MS)), 'minute')} left.
    </Notice>
  )
}

/** For the people of a partner: who of its distributor looks at its portal now, or did so within a day. */
export function Visits() {
  const { visits } = useSession()
  if (visits.length === 0) return null
  const isNow = visits.some(({ endedAt }) => endedAt === undefined)
  return (
    <Notice
      tone={isNow ? 'warn' : 'info'}
      title={isNow ? 'Your distributor is in your portal' : 'Your distributor was in your portal'}
    >
      <ul class="plain">
        {visits.map(({ id, company, name, reason, mayAct, startedAt, endedAt }) => (
          <li key={id}>
            {name} of {company}, <Time at={startedAt} />
            {endedAt === undefined
              ? mayAct
                ? ', may make changes'
                : ', can only look'
              : mayAct
                ? ', could make changes'
                : ', could only look'}
            : “{reason}”
          </li>
        ))}
      </ul>
    </Notice>
  )
}
