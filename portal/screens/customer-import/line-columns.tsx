import { Button } from '../../parts/button.tsx'
import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import type { Tone } from '../../parts/tone.ts'
import { type Line, type LineState, stateOf } from './lines.ts'

interface Row {
  line: Line
  place: number
}

const STATES: Readonly<Record<LineState, { tone: Tone | 'dim'; words: string }>> = {
  ready: { tone: 'dim', words: 'Ready' },
  checking: { tone: 'dim', words: 'Being checked' },
  faulty: { tone: 'bad', words: 'Needs correction' },
  known: { tone: 'dim', words: 'Already a customer' },
  created: { tone: 'good', words: 'Created' },
  'left out': { tone: 'dim', words: 'Left out' },
}

/** The columns of the rows that need nothing. */
export function lineColumns(onCorrect: (place: number) => void): readonly Column<Row>[] {
  return [
    {
      id: 'number',
      header: 'Row',
      align: 'end',
      narrow: true,
      cell: ({ line }) => line.number,
      sort: ({ line }) => line.number,
    },
    {
      id: 'name',
      header: 'Name',
      isName: true,
      cell: ({ line }) => line.values.name || <span class="soft">No name</span>,
      sort: ({ line }) => line.values.name,
    },
    { id: 'tenant', header: 'Tenant id', cell: ({ line }) => <code class="small">{line.values.tenantId}</code> },
    {
      id: 'addresses',
      header: 'Email',
      isLong: true,
      cell: ({ line: { values } }) => <span class="small">{values.email || <span class="soft">–</span>}</span>,
    },
    {
      id: 'state',
      header: 'State',
      sort: ({ line }) => STATES[stateOf(line)].words,
      cell: ({ line, place }) => {
        const state = stateOf(line)
        const { tone, words } = STATES[state]
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            {state === 'known' && (
              <p class="soft small">
                {line.problems[0]?.words}{' '}
                <Button size="small" look="plain" label={`Correct row ${line.number}`} onClick={() => onCorrect(place)}>
                  Correct
                </Button>
              </p>
            )}
          </>
        )
      },
    },
  ]
}
