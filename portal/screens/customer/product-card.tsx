import { spanOf } from '../../../src/shared/charts/gauge.ts'
import { drawSpanTrend } from '../../../src/shared/charts/span-trend.ts'
import { formatShortDay, plural } from '../../format.ts'
import { frameworkName, isBare } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Drawn, SpanBar } from '../../parts/drawing.tsx'
import { Link } from '../../parts/link.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { RemindButton } from './remind-button.tsx'
import { useStartRun } from './running.tsx'
import { changeWords, levelWords, type ProductState, SEVERITIES, SEVERITY, scoreWords, unknownWords } from './words.ts'

export interface ProductCardProps {
  customerId: string
  state: ProductState
  /** Why no run can be started. */
  reason: string | undefined
}

type Point = ProductState['trend'][number]

/** A customer's result for one framework: its score as a span, its trend, and what is unknown. */
export function ProductCard({ customerId, state, reason }: ProductCardProps) {
  const { product, isIncluded, trend, findings, unknown, asked } = state
  const name = frameworkName(product)
  const newest = trend.at(-1)
  return (
    <Card
      title={name}
      actions={<StartButton customerId={customerId} product={product} isIncluded={isIncluded} reason={reason} />}
    >
      {newest ? (
        <div class="stack">
          <Score product={product} newest={newest} before={trend.at(-2)} />
          {findings && <FindingCounts customerId={customerId} product={product} findings={findings} />}
          {trend.length > 1 && <Trend product={product} trend={trend} />}
          {unknown && unknown.rows > 0 && <UnknownRows unknown={unknown} />}
        </div>
      ) : (
        <p class="soft">Not assessed yet. A run takes minutes and produces a report.</p>
      )}
      {asked && asked.open !== 0 && <Asked customerId={customerId} product={product} asked={asked} />}
    </Card>
  )
}

interface StartProps {
  customerId: string
  product: string
  isIncluded: boolean
  reason: string | undefined
}

export function StartButton({ customerId, product, isIncluded, reason }: StartProps) {
  const { start, isPending } = useStartRun()
  return (
    <Button
      size="small"
      label={`Start a run of ${frameworkName(product)}`}
      busy={isPending}
      disabledReason={isIncluded ? reason : 'The plan does not include the framework.'}
      onClick={() => void start({ customerId, product })}
    >
      Start a run
    </Button>
  )
}

function Score({ product, newest, before }: { product: string; newest: Point; before: Point | undefined }) {
  const { score, scoreCeiling, coverage, maturityTarget, completedAt } = newest
  const span = scoreWords(newest)
  const isComparable = before?.maturityTarget === maturityTarget
  const change = before && isComparable ? changeWords(before, newest) : undefined
  return (
    <div class="score">
      <p class="figure">
        <strong>{span}</strong>
        <span class="soft">of 100</span>
        {change && <Badge tone={change.tone}>{change.words} since the last run</Badge>}
      </p>
      <SpanBar
        span={drawnSpan(product, newest)}
        words={
          scoreCeiling > score
            ? `The score is ${score}; it would be ${scoreCeiling} if everything unknown were in place.`
            : `The score is ${score}.`
        }
      />
      <p class="soft small">
        Level {levelWords(newest)} · {Math.round(coverage * 100)}% known · read <Time at={completedAt} />
      </p>
    </div>
  )
}

function FindingCounts({
  customerId,
  product,
  findings,
}: {
  customerId: string
  product: string
  findings: NonNullable<ProductState['findings']>
}) {
  const shown = SEVERITIES.filter((severity) => findings[severity] > 0)
  const total = shown.reduce((sum, severity) => sum + findings[severity], 0)
  if (total === 0)
    return (
      <p>
        <Badge tone="good">No findings</Badge>
      </p>
    )
  return (
    <div class="row">
      {shown.map((severity) => (
        <Badge key={severity} tone={SEVERITY[severity].tone}>
          {findings[severity]} {SEVERITY[severity].word.toLowerCase()}
        </Badge>
      ))}
      <Link
        to="/customers/:id/findings"
        params={{ id: customerId }}
        query={{ product }}
        label={`Show ${plural(total, 'finding')} of ${frameworkName(product)}`}
      >
        Show {plural(total, 'finding')}
      </Link>
    </div>
  )
}

const drawnSpan = (product: string, point: Point) => ({
  ...spanOf(point),
  isBare: isBare(product, point.maturityAchieved),
})

function Trend({ product, trend }: { product: string; trend: readonly Point[] }) {
  const name = frameworkName(product)
  const points = trend.map((point) => ({ ...drawnSpan(product, point), day: formatShortDay(point.completedAt) }))
  const [first, last] = [points[0], points.at(-1)]
  const alt = `${name}: scores of ${points.length} runs, from ${first?.score} on ${first?.day} to ${last?.score} on ${last?.day}.`
  return (
    <figure class="chart">
      <Drawn draw={(width) => drawSpanTrend(fitting(points, width), { width, height: 150, alt, size: 11 })} />
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={`Runs of ${name}`}
          columns={[
            { id: 'day', header: 'Day', cell: ({ completedAt }) => formatShortDay(completedAt), isName: true },
            { id: 'score', header: 'Score', cell: scoreWords, align: 'end' },
            { id: 'known', header: 'Known', cell: ({ coverage }) => `${Math.round(coverage * 100)}%`, align: 'end' },
          ]}
          rows={trend}
          rowKey={({ runId }) => runId}
        />
      </details>
    </figure>
  )
}

/** The newest points for which there is room for their labels. */
const fitting = <T,>(points: readonly T[], width: number): readonly T[] =>
  points.slice(-Math.max(2, Math.floor((width - 30) / 44)))

function UnknownRows({ unknown: { rows, by } }: { unknown: NonNullable<ProductState['unknown']> }) {
  return (
    <details class="unknowns">
      <summary>{plural(rows, 'requirement')} unknown: what would make them known</summary>
      <ul>
        {by.map((each) => (
          <li key={`${each.kind} ${each.name}`}>{unknownWords(each)}</li>
        ))}
      </ul>
    </details>
  )
}

/** Who is asked by the open questionnaire, and a reminder for them. */
export function Asked({
  customerId,
  product,
  asked: { people, open, dueAt },
}: {
  customerId: string
  product: string
  asked: NonNullable<ProductState['asked']>
}) {
  return (
    <div class="row asked">
      <p class="soft small">
        {people === 0 ? 'Invitations to answer are on their way' : `${plural(people, 'person', 'people')} asked`}
        {open !== undefined && ` · ${plural(open, 'question')} open`} · due <Time at={dueAt} />
      </p>
      <RemindButton customerId={customerId} product={product} />
    </div>
  )
}
