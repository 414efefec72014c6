import { useId, useState } from 'preact/hooks'
import { formatNumber } from '../../format.ts'
import { Failure, Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { useChange } from '../../queries.ts'
import { FIELDS, SAMPLE, type Table, toTable } from './columns.ts'
import { decodeText, parseCsv } from './read-csv.ts'

const MAX_ROWS = 1_000
const MAX_KIB = 700

/** The file to import. CSV is read here, a workbook by the server. */
export function ChooseFile({
  onRead,
  disabledReason,
}: {
  onRead: (table: Table) => void
  disabledReason: string | undefined
}) {
  const id = useId()
  const read = useChange('POST /partner/customers/import/workbook')
  const [problem, setProblem] = useState<string>()
  const open = async (file: File): Promise<void> => {
    setProblem(undefined)
    read.reset()
    if (file.size > MAX_KIB * 1024)
      return setProblem(
        `The file is larger than ${MAX_KIB} KiB. Remove rows that are not customers, or split the file.`,
      )
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      const rows = isWorkbook(bytes)
        ? (await read.mutateAsync({ body: { data: toBase64(bytes) } })).rows
        : parseCsv(decodeText(bytes))
      const table = toTable(file.name, rows)
      if (table.rows.length === 0) setProblem('The file has no customer rows.')
      else if (table.rows.length > MAX_ROWS)
        setProblem(
          `The file has more than ${formatNumber(MAX_ROWS)} rows. Split it and import the parts one after the other.`,
        )
      else onRead(table)
    } catch {
      // `read.error` has it.
    }
  }
  return (
    <Card title="Choose a file">
      <div class="stack">
        <div class="import-drop">
          <label for={id}>CSV or Excel workbook (.xlsx)</label>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            disabled={disabledReason !== undefined}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // The same file may be chosen again once it is corrected.
              currentTarget.value = ''
              if (file) void open(file)
            }}
          />
          <p class="soft small">
            Up to {formatNumber(MAX_ROWS)} rows. You see what would be created before anything is.
          </p>
        </div>
        {disabledReason !== undefined && <Notice tone="info">{disabledReason}</Notice>}
        {problem !== undefined && (
          <div role="alert">
            <Notice tone="bad">{problem}</Notice>
          </div>
        )}
        {read.error && <Failure error={read.error} />}
        <WhatItHolds />
      </div>
    </Card>
  )
}

function WhatItHolds() {
  return (
    <div class="prose">
      <p>
        The first row has the names of the columns:{' '}
        {FIELDS.map(({ id, label, isRequired }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {isRequired ? <strong>{label}</strong> : label}
          </span>
        ))}
        . Name and tenant id are required. Several addresses in a cell are separated by semicolons.
      </p>
      <p>
        <a download="customers.csv" href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`}>
          Download a sample file
        </a>
      </p>
    </div>
  )
}

/** Workbooks are archives, which begin with these two letters. */
const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
