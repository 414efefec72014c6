import { useState } from 'preact/hooks'
import { goToSignIn } from '../../api.ts'
import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange, useRead } from '../../queries.ts'
import { formatDevice } from './device.ts'

type Session = Reads['/me/sessions']['sessions'][number]

/** Where the person is signed in, and how to end that. */
export function Sessions() {
  const sessions = useRead('/me/sessions')
  const [ended, setEnded] = useState<Session | 'others'>()
  const others = sessions.data?.sessions.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card
      title="Where you are signed in"
      actions={
        others > 0 && (
          <Button size="small" onClick={() => setEnded('others')}>
            End all others
          </Button>
        )
      }
    >
      <Loaded read={sessions}>
        {({ sessions }) => (
          <Table
            caption="Your sessions"
            columns={columnsOf(setEnded)}
            rows={sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      {ended === 'others' && <EndOthers count={others} onClose={() => setEnded(undefined)} />}
      {ended !== undefined && ended !== 'others' && <EndOne session={ended} onClose={() => setEnded(undefined)} />}
    </Card>
  )
}

const columnsOf = (end: (session: Session) => void): readonly Column<Session>[] => [
  {
    id: 'device',
    header: 'Device',
    isName: true,
    cell: ({ agent, isCurrent }) => (
      <span class="row" title={agent}>
        {formatDevice(agent)} {isCurrent && <Badge tone="good">This session</Badge>}
      </span>
    ),
  },
  { id: 'address', header: 'Address', isLong: true, cell: ({ address }) => <code>{address ?? '–'}</code> },
  { id: 'since', header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'seen', header: 'Last seen', cell: ({ seenAt }) => <Time at={seenAt} /> },
  { id: 'ends', header: 'Ends', cell: ({ endsAt }) => <Time at={endsAt} /> },
  {
    id: 'end',
    header: '',
    align: 'end',
    narrow: true,
    cell: (session) => (
      <Button
        size="small"
        label={session.isCurrent ? 'Sign out here' : `End the session on ${formatDevice(session.agent)}`}
        onClick={() => end(session)}
      >
        {session.isCurrent ? 'Sign out' : 'End'}
      </Button>
    ),
  },
]

function EndOne({ session, onClose }: { session: Session; onClose: () => void }) {
  const end = useChange('DELETE /me/sessions/:id', { invalidates: session.isCurrent ? [] : ['/me/sessions'] })
  const device = formatDevice(session.agent)
  return (
    <Confirm
      title={session.isCurrent ? 'Sign out here?' : 'End this session?'}
      action={session.isCurrent ? 'Sign out' : 'End session'}
      onConfirm={async () => {
        await end.mutateAsync({ params: { id: session.id } })
        if (session.isCurrent) goToSignIn()
        else notify(`The session on ${device} has ended.`)
      }}
      onClose={onClose}
    >
      <p>
        {session.isCurrent
          ? 'You will need to sign in again.'
          : `${device} has to sign in again. If you do not recognize this session, change your password as well.`}
      </p>
    </Confirm>
  )
}

function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  const end = useChange('DELETE /me/sessions', { invalidates: ['/me/sessions'] })
  return (
    <Confirm
      title="End all other sessions?"
      action={`End ${plural(count, 'session')}`}
      onConfirm={async () => {
        const { ended } = await end.mutateAsync({})
        notify(ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`)
      }}
      onClose={onClose}
    >
      <p>You stay signed in here. Everywhere else you must sign in again.</p>
    </Confirm>
  )
}
