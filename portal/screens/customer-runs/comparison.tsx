import type { Reads } from '../../endpoints.ts'
import { formatNumber, plural } from '../../format.ts'
import { frameworkName, isBare } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { SpanBar } from '../../parts/drawing.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import type { Tone } from '../../parts/tone.ts'
import { useRead } from '../../queries.ts'
import { levelWords, scoreWords } from '../customer/words.ts'
import { verdictWords } from './words.ts'

type Compared = Reads['/partner/assessments/:id/comparison']
type Change = Compared['better'][number]

/** As the charts of reports name them. */
const KINDS = [
  { kind: 'better', title: 'Fixed or better', tone: 'good' },
  { kind: 'worse', title: 'Worse', tone: 'bad' },
  { kind: 'answered', title: 'Changed by an answer', tone: 'dim' },
  { kind: 'nowKnown', title: 'Now known', tone: 'dim' },
  { kind: 'nowUnknown', title: 'Now unknown', tone: 'dim' },
  { kind: 'otherwise', title: 'Other', tone: 'dim' },
] as const

/** Two runs beside each other, and what changed between them, requirement by requirement. */
export function Comparison({ pair, onClose }: { pair: string; onClose: () => void }) {
  const [id = '', other] = pair.split(',')
  const read = useRead('/partner/assessments/:id/comparison', { params: { id }, query: { with: other } })
  return (
    <Card
      title={read.data ? `What changed: ${frameworkName(read.data.product)}` : 'What changed'}
      actions={
        <Button size="small" onClick={onClose}>
          Close the comparison
        </Button>
      }
      wide
    >
      <Loaded read={read}>
        {({ before, after, product, ...changes }) => (
          <div class="stack">
            <div class="compared">
              <Side title="Earlier" product={product} run={before} />
              <Side title="Later" product={product} run={after} />
            </div>
            {before.maturityTarget !== after.maturityTarget && (
              <p class="soft">The runs have different targets, so their scores cannot be compared.</p>
            )}
            {KINDS.every(({ kind }) => changes[kind].length === 0) && <p>No requirement changed.</p>}
            {KINDS.map(({ kind, title, tone }) => (
              <Changes key={kind} title={title} tone={tone} changes={changes[kind]} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Side({ title, product, run }: { title: string; product: string; run: Compared['before'] }) {
  const words = scoreWords(run)
  return (
    <div class="score">
      <p class="soft">
        {title}: <Time at={run.completedAt} show="full" />
      </p>
      <p class="figure">
        <strong>{words}</strong>
        <span class="soft">of 100</span>
      </p>
      <SpanBar
        span={{ score: run.score, ceiling: run.scoreCeiling, isBare: isBare(product, run.maturityAchieved) }}
        words={`${title}: a score of ${words}.`}
      />
      <p class="soft small">
        {plural(run.findings, 'finding')} · {Math.round(run.coverage * 100)}% known · level {levelWords(run)}
      </p>
    </div>
  )
}

function Changes({ title, tone, changes }: { title: string; tone: Tone | 'dim'; changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <section class="changes">
      <h3>
        {title} <Badge tone={tone}>{formatNumber(changes.length)}</Badge>
      </h3>
      <Table
        caption={title}
        columns={[
          {
            id: 'requirement',
            header: 'Requirement',
            isName: true,
            cell: ({ requirement, statement, group }) => (
              <>
                {statement}
                <p class="soft small">
                  {requirement}, {group}
                </p>
              </>
            ),
          },
          { id: 'before', header: 'Earlier', cell: ({ before, levelBefore }) => stateWords(before, levelBefore) },
          { id: 'after', header: 'Later', cell: ({ after, levelAfter }) => stateWords(after, levelAfter) },
        ]}
        rows={changes}
        rowKey={({ requirement, group }) => `${requirement} ${group}`}
      />
    </section>
  )
}

function stateWords(verdict: string, level: number | undefined): string {
  const words = verdictWords(verdict)
  const capital = words.charAt(0).toUpperCase() + words.slice(1)
  return level === undefined ? capital : `${capital}, level ${level}`
}
