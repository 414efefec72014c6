import { useState } from 'preact/hooks'
import { addQuarters, quarterOf, quarterText } from '../../../src/shared/dates/quarter.ts'
import { MAX_SHEETS } from '../../../src/shared/portal/quarterly-sheets.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Select } from '../../parts/select.tsx'
import { toSearch } from '../../paths.ts'
import type { ActionProps } from './start-runs.tsx'

const QUARTERS = 8

/** The quarterly sheets of many customers in one file. */
export function Sheets({ selection, about, count, onClose }: ActionProps & { count: number }) {
  const now = quarterOf(new Date().toISOString().slice(0, 10))
  const quarters = Array.from({ length: QUARTERS }, (_, index) => addQuarters(now, -index))
  const [quarter, setQuarter] = useState(now)
  const href = `/portal/api/partner/portfolio/quarterly-sheets${toSearch({
    ...selection.filter,
    quarter,
    customerIds: selection.customerIds?.join(','),
  })}`
  return (
    <Dialog title="Quarterly sheets" onClose={onClose}>
      <div class="stack">
        <p>
          One PDF about {about}, with one page each, sorted by name. Customers without a completed run by the end of the
          quarter are left out.
        </p>
        <Select
          label="Quarter"
          value={quarter}
          onChange={setQuarter}
          options={quarters.map((value) => ({
            value,
            label: value === now ? `${quarterText(value)}, so far` : quarterText(value),
          }))}
        />
        {count > MAX_SHEETS && (
          <Notice tone="warn" title="Too many customers">
            One file has at most {MAX_SHEETS} sheets. Select fewer customers.
          </Notice>
        )}
        <div class="row">
          {count <= MAX_SHEETS && (
            <a class="button primary" href={href} download>
              Download the PDF
            </a>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
