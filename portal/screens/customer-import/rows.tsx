import { formatNumber, plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { ErrorState } from '../../parts/loaded.tsx'
import { Failure, Notice } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import type { Columns, Table as File } from './columns.ts'
import { CorrectLine } from './correct-line.tsx'
import { lineColumns } from './line-columns.tsx'
import { type LineState, stateOf } from './lines.ts'
import { type Import, type Room, useImport } from './use-import.ts'

/** More forms at once would make the page slow; the next appear when these are done. */
const MAX_SHOWN = 25

/** What becomes of each row of the file, the ones to correct first. */
export function Rows({ table, columns, onColumns }: { table: File; columns: Columns; onColumns: () => void }) {
  const work = useImport(table, columns)
  const { lines, room, checkError, retry } = work
  const states = lines.map(stateOf)
  const countOf = (state: LineState): number => states.filter((each) => each === state).length
  const toCorrect = lines.flatMap((line, place) => (line.isOpen && line.outcome === undefined ? [{ line, place }] : []))
  const others = lines.flatMap((line, place) => (line.isOpen && line.outcome === undefined ? [] : [{ line, place }]))
  return (
    <>
      <Summary table={table} work={work} countOf={countOf} onColumns={onColumns} columns={columns} />
      {checkError !== null && checkError !== undefined && <ErrorState error={checkError} onRetry={retry} />}
      {toCorrect.length > 0 && (
        <Card title="Rows to correct">
          <ul class="import-corrections">
            {toCorrect.slice(0, MAX_SHOWN).map(({ line, place }) => (
              <CorrectLine key={place} line={line} onChange={(change) => work.change(place, change)} />
            ))}
          </ul>
          {toCorrect.length > MAX_SHOWN && (
            <p class="soft">And {formatNumber(toCorrect.length - MAX_SHOWN)} more after these.</p>
          )}
        </Card>
      )}
      {room && others.length > 0 && (
        <Table
          caption="Rows of the file"
          columns={lineColumns((place) => work.change(place, { isOpen: true }))}
          rows={others}
          rowKey={({ place }) => String(place)}
        />
      )}
    </>
  )
}

interface SummaryProps {
  table: File
  columns: Columns
  work: Import
  countOf: (state: LineState) => number
  onColumns: () => void
}

function Summary({ table, columns, work, countOf, onColumns }: SummaryProps) {
  const { room, progress, createError, create, lines } = work
  const [ready, faulty, known, created] = [countOf('ready'), countOf('faulty'), countOf('known'), countOf('created')]
  const fitting = Math.min(ready, room ? Math.max(0, room.limit - room.customers) : 0)
  const isChecking = countOf('checking') > 0
  const unused = table.header.filter((_, index) => !Object.values(columns).includes(index))
  return (
    <Card
      title={table.fileName}
      actions={
        created === 0 && (
          <Button size="small" look="plain" onClick={onColumns}>
            Change columns
          </Button>
        )
      }
    >
      <div class="stack">
        <dl class="import-counts">
          <Count name="Ready" value={ready} />
          <Count name="Needs correction" value={faulty} tone="bad" />
          <Count name="Already customers" value={known} />
          <Count name="Created" value={created} tone="good" />
        </dl>
        {room && ready > fitting && <NoRoom room={room} fitting={fitting} ready={ready} />}
        {createError ? <Failure error={createError} /> : null}
        {unused.length > 0 && created === 0 && (
          <p class="soft small">
            Not imported: {unused.map((name) => name.trim() || 'a column without a name').join(', ')}.
          </p>
        )}
        {created === lines.length - countOf('left out') - known && created > 0 ? (
          <Notice
            tone="good"
            title={`${plural(created, 'customer')} created.`}
            actions={
              <Link class="button primary" to="/customers/approvals">
                Ask for approvals
              </Link>
            }
          >
            A tenant is read only after one of its administrators has approved you.
          </Notice>
        ) : (
          <div class="row actions">
            <Button
              look="primary"
              busy={progress !== undefined}
              disabledReason={isChecking || !room ? 'The rows are being checked.' : noneReason(ready, fitting, faulty)}
              onClick={() => void create()}
            >
              {progress
                ? `Creating, ${formatNumber(progress.sent)} of ${formatNumber(progress.of)} done`
                : fitting > 0
                  ? `Create ${plural(fitting, 'customer')}`
                  : 'Create customers'}
            </Button>
          </div>
        )}
        <p class="unseen" role="status">
          {isChecking ? '' : `${ready} ready, ${faulty} to correct, ${known} already customers, ${created} created.`}
        </p>
      </div>
    </Card>
  )
}

function noneReason(ready: number, fitting: number, faulty: number): string | undefined {
  if (fitting > 0) return undefined
  if (ready > 0) return 'Your account has reached its customer limit.'
  return faulty > 0 ? 'Correct the rows below first.' : 'There are no rows left to create.'
}

/** Said before anything is created. */
function NoRoom({ room: { customers, limit }, fitting, ready }: { room: Room; fitting: number; ready: number }) {
  return (
    <Notice tone="warn" title={`Your limit allows ${formatNumber(fitting)} of these ${formatNumber(ready)} rows.`}>
      You have {formatNumber(customers)} of at most {plural(limit, 'customer')}. The first rows are created, and the
      others stay here.
    </Notice>
  )
}

function Count({ name, value, tone }: { name: string; value: number; tone?: 'good' | 'bad' }) {
  return (
    <div class={value > 0 ? tone : undefined}>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  )
}
