import type { Session } from '../endpoints.ts'
import { Notice } from '../parts/notice.tsx'
import { Time } from '../parts/time.tsx'
import { useSession } from '../session.ts'

type Reset = Session['resets'][number]

const WHO: Readonly<Record<Reset['byWhom'], string>> = {
  self: '',
  colleague: 'somebody in your account',
  distributor: 'your distributor',
  operator: 'the operator of this service',
}

/** What happened, to the person who reads it or to somebody else, without a full stop. */
function textOf({ kind, byWhom, name }: Reset, isOwn: boolean): string {
  const whose = isOwn ? 'Your' : `${name}’s`
  switch (kind) {
    case 'password':
      return `${whose} password was replaced with a link from an email`
    case 'factors':
      return `${whose} second factor was removed by ${WHO[byWhom]}`
    case 'everything':
      return `${whose} password and second factors were removed by ${WHO[byWhom]}`
    case 'invited':
      return `${name} has joined with an invitation from ${WHO[byWhom]}`
  }
}

/** Shows for a day whose sign-in was reset. Accounts are taken over in this way, so owners see everybody's resets. */
export function Resets() {
  const { person, resets } = useSession()
  const own = resets.filter(({ personId }) => personId === person.id)
  const others = resets.filter(({ personId }) => personId !== person.id)
  return (
    <>
      {own.length > 0 && (
        <Notice tone="warn" title="Your sign-in was reset">
          <List resets={own} isOwn />
          <p>
            Was this not you? Look at <a href="/security">your sessions and sign-ins</a>, change your password, and ask
            an owner of the account for help.
          </p>
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warn" title="A person’s access was reset">
          <List resets={others} />
          <p>
            You see this as an owner, for a day. If nobody of you asked for it, block the person under{' '}
            <a href="/team">Team</a>.
          </p>
        </Notice>
      )}
    </>
  )
}

function List({ resets, isOwn = false }: { resets: readonly Reset[]; isOwn?: boolean }) {
  return (
    <ul class="plain">
      {resets.map((reset) => (
        <li key={`${reset.personId} ${reset.kind}`}>
          {textOf(reset, isOwn)}, <Time at={reset.at} />.
        </li>
      ))}
    </ul>
  )
}
