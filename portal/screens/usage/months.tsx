import { formatMonth, formatShortMonth, plural } from '../../format.ts'
import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'

interface Recorded {
  month: string
  months: readonly { month: string; runs: number }[]
}

/** The runs of each recorded month, and the choice of the one that is shown. */
export function Months({ read: { month, months }, onChoose }: { read: Recorded; onChoose: (month: string) => void }) {
  const total = months.reduce((sum, { runs }) => sum + runs, 0)
  return (
    <Card title="Months">
      <div class="stack">
        <Bars
          title="Runs by month"
          sentence={`${plural(total, 'run')} in ${plural(months.length, 'month')}.`}
          bars={months.map((each) => ({
            at: formatMonth(each.month),
            label: formatShortMonth(each.month),
            value: each.runs,
          }))}
          current={formatMonth(month)}
          unit="Runs"
          head="Month"
        />
        {months.length > 1 && (
          <Select
            label="Show another month"
            value={month}
            onChange={onChoose}
            options={months.toReversed().map((each) => ({ value: each.month, label: formatMonth(each.month) }))}
          />
        )}
      </div>
    </Card>
  )
}
