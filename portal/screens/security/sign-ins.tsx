import type { Reads } from '../../endpoints.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Card } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { formatDevice } from './device.ts'
import { methodText, outcomeText } from './words.ts'

type SignIn = Reads['/me/sign-ins']['signIns'][number]

const COLUMNS: readonly Column<SignIn>[] = [
  {
    id: 'what',
    header: 'What happened',
    isName: true,
    cell: (signIn) => <Badge tone={signIn.outcome === 'signed-in' ? 'good' : 'warn'}>{outcomeText(signIn)}</Badge>,
  },
  { id: 'when', header: 'When', cell: ({ at }) => <Time at={at} show="logged" /> },
  { id: 'method', header: 'With', cell: (signIn) => methodText(signIn) },
  { id: 'device', header: 'Device', cell: ({ agent }) => <span title={agent}>{formatDevice(agent)}</span> },
  { id: 'address', header: 'Address', isLong: true, cell: ({ address }) => <code>{address ?? '–'}</code> },
]

/** Who signed in, and who tried to. */
export function SignIns() {
  const { cursor } = useSearch().values
  const signIns = useRead('/me/sign-ins', { query: { cursor } })
  return (
    <>
      <Card title="Recent sign-ins">
        <Loaded read={signIns}>
          {({ signIns }) =>
            signIns.length === 0 ? (
              <EmptyState title="No sign-ins">
                Nobody has signed in as you, or tried to, in the last 90 days.
              </EmptyState>
            ) : (
              <Table caption="Recent sign-ins" columns={COLUMNS} rows={signIns} rowKey={({ id }) => id} />
            )
          }
        </Loaded>
      </Card>
      {signIns.data && <Pager next={signIns.data.nextCursor} count={signIns.data.signIns.length} />}
    </>
  )
}
