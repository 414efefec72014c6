import { AUDIT_ACTIONS, actionName } from '../../../src/shared/portal/audit-actions.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Filters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Screen } from '../../parts/screen.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { toSearch } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { useSession } from '../../session.ts'
import { type Entry, EntryDialog } from './entry.tsx'
import { readFilter } from './filter.ts'

const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: actionName(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label),
)

/** Who changed what, in sentences. Filters, position and the open entry are in the address. */
export default function AuditScreen() {
  const { account } = useSession()
  const { values, set } = useSearch()
  const filter = readFilter(values)
  const log = useRead('/{account}/audit/log', { query: { ...filter, cursor: values.cursor } })
  return (
    <Screen
      title="Audit trail"
      intro="Who changed what, when and from where."
      call={{ title: 'List the audit trail', path: `/audit${toSearch(filter)}` }}
      actions={
        <a class="button" href={`/portal/api/${account.kind}/audit/file${toSearch(filter)}`} download="audit.csv">
          Export as CSV
        </a>
      }
    >
      <div class="audit-filters">
        <Filters fields={useFields()} />
      </div>
      <Loaded read={log} lines={10}>
        {({ entries, nextCursor }) => {
          const shown = entries.find(({ id }) => id === values.entry)
          return (
            <>
              {entries.length === 0 ? (
                <EmptyState
                  title={Object.keys(filter).length === 0 ? 'Nothing has been changed yet' : 'No such changes'}
                >
                  {Object.keys(filter).length === 0
                    ? 'Each change by a person, a program or the service appears here.'
                    : 'Nothing in the audit trail matches these filters.'}
                </EmptyState>
              ) : (
                <Table
                  caption="Changes"
                  columns={columnsOf((id) => set({ entry: id }, { push: true }))}
                  rows={entries}
                  rowKey={({ id }) => id}
                  {...(values.entry !== undefined && { current: values.entry })}
                />
              )}
              <Pager next={nextCursor} count={entries.length} />
              {shown && (
                <EntryDialog
                  entry={shown}
                  onClose={() => set({ entry: undefined })}
                  onFollow={(object) => set({ object, entry: undefined, cursor: undefined }, { push: true })}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

/** People by name, and programs, which act as the account. */
function useFields() {
  const { account } = useSession()
  const team = useRead('/team')
  const people = (team.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return [
    {
      key: 'person',
      label: 'Person',
      options: [...people, { value: account.id, label: 'Programs with an API key' }],
    },
    { key: 'action', label: 'Action', options: ACTIONS },
    { key: 'object', label: 'Object', kind: 'text', placeholder: 'Its id, as in cust_…' },
    { key: 'since', label: 'From', kind: 'date' },
    { key: 'until', label: 'To', kind: 'date' },
  ] as const
}

function columnsOf(open: (id: string) => void): readonly Column<Entry>[] {
  return [
    {
      id: 'what',
      header: 'Change',
      isName: true,
      cell: ({ id, who, what }) => (
        <button type="button" class="link sentence" onClick={() => open(id)}>
          <strong>{who}</strong> {what}.
        </button>
      ),
    },
    { id: 'when', header: 'When', narrow: true, cell: ({ occurredAt }) => <Time at={occurredAt} /> },
    {
      id: 'address',
      header: 'Address',
      narrow: true,
      cell: ({ address }) =>
        address === undefined ? <span class="soft">–</span> : <span class="small">{address}</span>,
    },
  ]
}
