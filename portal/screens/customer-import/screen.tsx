import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { type Columns, findColumns, type Table } from './columns.ts'
import { Rows } from './rows.tsx'

/** Many customers from a file: read, previewed, corrected in place, then created. */
export default function CustomerImport() {
  const { account } = useSession()
  return account.kind === 'partner' ? <Steps /> : <NotFound />
}

function Steps() {
  const roleReason = useRoleReason('technician')
  const [table, setTable] = useState<Table>()
  const [columns, setColumns] = useState<Columns>({})
  const isComplete = columns.name !== undefined && columns.tenantId !== undefined
  return (
    <Screen
      title="Import customers"
      intro="From a file, up to 1,000 at once. Rows that cannot be created are corrected here, and only those are sent again."
      call={{
        title: 'Create many customers',
        method: 'POST',
        path: '/customers/bulk',
        body: {
          customers: [{ name: 'Bellbird Engineering', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' }],
        },
      }}
      actions={table && <Button onClick={() => setTable(undefined)}>Choose another file</Button>}
    >
      {table ? (
        <div class="stack">
          {!isComplete && <ChooseColumns table={table} columns={columns} onChange={setColumns} />}
          {isComplete && (
            // Other columns are another import.
            <Rows key={JSON.stringify(columns)} table={table} columns={columns} onColumns={() => setColumns({})} />
          )}
        </div>
      ) : (
        <ChooseFile
          disabledReason={roleReason}
          onRead={(read) => {
            setColumns(findColumns(read))
            setTable(read)
          }}
        />
      )}
    </Screen>
  )
}
