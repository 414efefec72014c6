import type { ComponentChildren } from 'preact'
import type { Reads } from '../../endpoints.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import type { Query } from '../../paths.ts'
import { useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { type Entry, EntryDialog } from './entry.tsx'

interface AuditTableProps {
  page: Reads['/{account}/audit/log']
  /** What is shown where nothing matches. */
  none: ComponentChildren
  /** Shows all changes of an object. */
  onFollow: (object: string) => void
}

/** The account's audit trail, in sentences. */
export function AuditLog({ filter, ...shown }: { filter: Query } & Omit<AuditTableProps, 'page'>) {
  const { values } = useSearch()
  const log = useRead('/{account}/audit/log', { query: { ...filter, cursor: values.cursor } })
  return (
    <Loaded read={log} lines={10}>
      {(page) => <AuditTable page={page} {...shown} />}
    </Loaded>
  )
}

/** A page of an audit trail. Its position and the open entry are in the address. */
export function AuditTable({ page: { entries, nextCursor }, none, onFollow }: AuditTableProps) {
  const { values, set } = useSearch()
  const opened = entries.find(({ id }) => id === values.entry)
  return (
    <>
      {entries.length === 0 ? (
        none
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
      {opened && <EntryDialog entry={opened} onClose={() => set({ entry: undefined })} onFollow={onFollow} />}
    </>
  )
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
    { id: 'when', header: 'When', narrow: true, cell: ({ occurredAt }) => <Time at={occurredAt} show="logged" /> },
    {
      id: 'address',
      header: 'Address',
      narrow: true,
      cell: ({ address }) =>
        address === undefined ? <span class="soft">–</span> : <span class="small">{address}</span>,
    },
  ]
}
