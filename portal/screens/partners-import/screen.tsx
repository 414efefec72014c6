import { useState } from 'preact/hooks'
import { plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/call.tsx'
import { Meter } from '../../parts/chart.tsx'
import { Field } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { Failure, Notice } from '../../parts/notice.tsx'
import { Card, Screen } from '../../parts/screen.tsx'
import { useRoleReason, useSession } from '../../session.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Preview } from './preview.tsx'
import { type ImportRow, isSendable, readRows, SAMPLE } from './rows.ts'
import { type Import, useImport } from './use-import.ts'

const TITLE = 'Invite partners from a file'

/** Invites many partners: from a file or pasted text, checked line by line before anything is created. */
export default function ImportScreen() {
  const { account } = useSession()
  const refusal = useRoleReason('admin')
  if (account.kind !== 'distributor') return <NotFound />
  return (
    <Screen
      title={TITLE}
      intro={<Link to="/partners">Partners</Link>}
      call={{ title: 'Create many partners', method: 'POST', path: '/partners/bulk', body: { partners: [] } }}
    >
      {refusal === undefined ? (
        <Importer />
      ) : (
        <Notice tone="info" title="Only owners and administrators invite partners.">
          Ask one of them, or ask for another role.
        </Notice>
      )}
    </Screen>
  )
}

function Importer() {
  const run = useImport()
  return run.rows.length === 0 ? <Source onOpen={run.open} /> : <Rows run={run} />
}

/** Asks for the file. */
function Source({ onOpen }: { onOpen: (rows: readonly ImportRow[]) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const open = (content: string): void => {
    const rows = readRows(content)
    if (typeof rows === 'string') setProblem(rows)
    else onOpen(rows)
  }
  return (
    <Card title="Choose a file">
      <div class="stack">
        {problem !== undefined && (
          <div role="alert">
            <Notice tone="bad">{problem}</Notice>
          </div>
        )}
        <div class="field">
          <label for="partners-file">CSV file</label>
          <p class="help">One partner on each line, below a line with the names of the columns.</p>
          <input
            id="partners-file"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              // The same file may be chosen again after it was corrected.
              event.currentTarget.value = ''
              if (file) void file.text().then(open)
            }}
          />
        </div>
        <Field label="Or paste its lines" rows={5} value={text} onChange={setText} />
        <div class="row">
          <Button
            look="primary"
            disabledReason={text.trim() === '' ? 'Paste some lines first, or choose a file.' : undefined}
            onClick={() => open(text)}
          >
            Check the lines
          </Button>
        </div>
        <p class="soft">
          The column <code>interval</code> is optional and defaults to <code>quarterly</code>. Nothing is created until
          you have seen the result of the check. A sample:
        </p>
        <Code text={SAMPLE} what="sample" />
      </div>
    </Card>
  )
}

/** The lines with what the check found, and the button that creates the partners. */
function Rows({ run }: { run: Import }) {
  const { rows, sending, error, room } = run
  const count = (kind: ImportRow['state']['kind']): number => rows.filter(({ state }) => state.kind === kind).length
  const ready = rows.filter(isSendable).length
  const [wrong, created, checking, known] = [count('wrong'), count('created'), count('checking'), count('known')]
  const isDone = ready === 0 && wrong === 0 && checking === 0 && created > 0
  return (
    <div class="stack">
      {error ? <Failure error={error} /> : null}
      {created > 0 && !sending && (
        <div role="status">
          <Notice
            tone="good"
            title={`${plural(created, 'partner')} invited.`}
            actions={
              isDone && (
                <Link to="/partners" query={{ state: 'pending' }} class="button">
                  Show the invited partners
                </Link>
              )
            }
          >
            Each gets an email with a link that activates its account.
          </Notice>
        </div>
      )}
      {wrong > 0 && (
        <Notice tone="warn" title={`${plural(wrong, 'line')} cannot be created.`}>
          Correct {wrong === 1 ? 'it' : 'them'} below; all others are created without {wrong === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {known > 0 && (
        <Notice tone="warn" title={`${plural(known, 'line')} may be a partner already.`}>
          The company or the email address belongs to one of your partners. Remove the line unless you want a second
          account.
        </Notice>
      )}
      {room !== undefined && room < ready && (
        <Notice tone="warn" title={`Your limit allows ${plural(room, 'more partner')}.`}>
          Further lines will be refused. Ask the operator of the service for a higher limit.
        </Notice>
      )}
      {sending ? (
        <div class="stack" role="status">
          <p>
            {sending.done} of {plural(sending.of, 'partner')} created
          </p>
          <Meter
            value={sending.done}
            max={sending.of}
            words={`${sending.done} of ${plural(sending.of, 'partner')} created`}
          />
          <div class="row">
            <Button onClick={run.stop}>Stop after this batch</Button>
          </div>
        </div>
      ) : (
        !isDone && (
          <div class="row">
            <Button
              look="primary"
              disabledReason={
                checking > 0 && !error
                  ? 'The lines are still being checked.'
                  : ready === 0
                    ? 'There are no valid lines to create.'
                    : undefined
              }
              onClick={() => void run.create()}
            >
              {ready === 0 ? 'Create partners' : `Create ${plural(ready, 'partner')}`}
            </Button>
            <Button onClick={() => run.open([])}>Start over</Button>
          </div>
        )
      )}
      <Preview rows={rows} onChange={run.change} onRemove={run.remove} isLocked={sending !== undefined} />
    </div>
  )
}
