import { actionName } from '../../../src/shared/portal/audit-actions.ts'
import type { Reads } from '../../endpoints.ts'
import { Button } from '../../parts/button.tsx'
import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'

export type Entry = Reads['/{account}/audit/log']['entries'][number]

export interface EntryDialogProps {
  entry: Entry
  onClose: () => void
  /** Shows all changes of an object. */
  onFollow: (object: string) => void
}

/** One change with the state before and after. */
export function EntryDialog({ entry, onClose, onFollow }: EntryDialogProps) {
  const { who, what, action, subject, author, address, requestId, occurredAt } = entry
  const values = valuesOf(entry)
  return (
    <Dialog title={actionName(action)} onClose={onClose} size="wide">
      <div class="stack">
        <p>
          {who} {what}.
        </p>
        <Facts
          facts={[
            ['When', <Time key="when" at={occurredAt} show="exact" />],
            ['Object', <Id key="object" value={subject} what="id of the object" />],
            ['Author', <code key="author">{`${author.kind} ${author.id}`}</code>],
            ...(address === undefined ? [] : ([['Address', address]] as const)),
            ...(requestId === undefined
              ? []
              : ([['Request', <Id key="request" value={requestId} what="request id" />]] as const)),
          ]}
        />
        {values.length > 0 && (
          <Table
            caption="State before and after"
            columns={[
              { id: 'name', header: 'Field', isName: true, narrow: true, cell: ({ name }) => <code>{name}</code> },
              { id: 'before', header: 'Before', cell: ({ before }) => <Value text={before} /> },
              { id: 'after', header: 'After', cell: ({ after }) => <Value text={after} /> },
            ]}
            rows={values}
            rowKey={({ name }) => name}
          />
        )}
        <div class="row">
          <Button onClick={() => onFollow(subject)}>All changes of this object</Button>
        </div>
      </div>
    </Dialog>
  )
}

const Value = ({ text }: { text: string | undefined }) =>
  text === undefined ? <span class="soft">–</span> : <code class="value">{text}</code>

/** Each field with its value before and after; changed ones first. */
function valuesOf({ before = {}, after = {} }: Entry) {
  const rows = Object.keys({ ...before, ...after }).map((name) => ({
    name,
    before: textOf(before[name]),
    after: textOf(after[name]),
  }))
  const isSame = (row: (typeof rows)[number]): boolean => row.before === row.after
  return [...rows.filter((row) => !isSame(row)), ...rows.filter(isSame)]
}

const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
