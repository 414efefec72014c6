import { useState } from 'preact/hooks'
import { frameworkName } from '../../frameworks.ts'
import { Checkbox } from '../../parts/field.tsx'
import { Card } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { toSearch } from '../../paths.ts'

const EDITIONS = [
  { value: 'owner', label: 'For the owner' },
  { value: 'technical', label: 'Technical' },
  { value: 'full', label: 'Full' },
] as const
type Edition = (typeof EDITIONS)[number]['value']

/** One report for several frameworks, each by its newest completed run. */
export function CombinedReport({ customerId, products }: { customerId: string; products: readonly string[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [edition, setEdition] = useState<Edition>('owner')
  if (products.length < 2) return null
  const chosen = products.filter((product) => !left.has(product))
  const hrefOf = (format: 'pdf' | undefined): string =>
    `/reports/${customerId}${toSearch({ products: chosen.join(','), edition, format })}`
  return (
    <Card title="One report for several frameworks" wide>
      <div class="stack">
        <div class="row">
          {products.map((product) => (
            <Checkbox
              key={product}
              label={frameworkName(product)}
              checked={!left.has(product)}
              onChange={(isChosen) =>
                setLeft(new Set(isChosen ? [...left].filter((each) => each !== product) : [...left, product]))
              }
            />
          ))}
        </div>
        <Select label="Edition" value={edition} onChange={setEdition} options={EDITIONS} />
        {chosen.length === 0 ? (
          <p class="soft">Choose at least one framework.</p>
        ) : (
          <div class="row">
            <a class="button" href={hrefOf(undefined)}>
              Open the report
            </a>
            <a class="button" href={hrefOf('pdf')}>
              Download as PDF
            </a>
          </div>
        )}
      </div>
    </Card>
  )
}
