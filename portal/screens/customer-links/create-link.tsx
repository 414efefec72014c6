import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { frameworkName } from '../../frameworks.ts'
import { Code } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { EDITION_WORDS, type Edition } from './words.ts'

export interface CreateLinkProps {
  customerId: string
  /** Those with a completed run. */
  products: readonly string[]
  onClose: () => void
}

const EDITIONS: readonly Edition[] = ['owner', 'technical', 'full']
const DAYS = '90'

/** Creates a link to the report about the customer, and shows its address once. */
export function CreateLink({ customerId, products, onClose }: CreateLinkProps) {
  const [edition, setEdition] = useState<Edition>('owner')
  const [days, setDays] = useState(DAYS)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(products))
  const create = useChange('POST /partner/customers/:id/report-links', { invalidates: ['/partner/customers'] })
  const isAll = chosen.size === products.length
  const body = {
    edition,
    expiresInDays: Number(days),
    ...(!isAll && { products: products.filter((product) => chosen.has(product)) }),
  }
  if (create.data)
    return (
      <Dialog title="Share this link" onClose={onClose}>
        <div class="stack">
          <p>
            Everybody who has it can open the report, until <Time at={create.data.expiresAt} show="full" />. It is not
            shown again.
          </p>
          <Code text={create.data.url} what="link" />
        </div>
      </Dialog>
    )
  return (
    <FormDialog
      title="Create a link"
      action="Create link"
      change={create}
      fields={['expiresInDays']}
      disabledReason={chosen.size === 0 ? 'Choose at least one framework.' : undefined}
      onSubmit={() => create.mutateAsync({ params: { id: customerId }, body })}
      onClose={onClose}
      call={{ title: 'Create a link', method: 'POST', path: `/customers/${customerId}/report-links`, body }}
    >
      <Select
        label="Edition"
        value={edition}
        onChange={setEdition}
        options={EDITIONS.map((value) => ({ value, label: EDITION_WORDS[value] }))}
      />
      {products.length > 1 &&
        products.map((product) => (
          <Checkbox
            key={product}
            label={frameworkName(product)}
            checked={chosen.has(product)}
            onChange={(isChosen) =>
              setChosen(new Set(isChosen ? [...chosen, product] : [...chosen].filter((each) => each !== product)))
            }
          />
        ))}
      <Field
        label="Valid for days"
        help="1 to 365."
        value={days}
        onChange={setDays}
        inputMode="numeric"
        autocomplete="off"
        error={fieldError(create.error, 'expiresInDays')}
        required
      />
    </FormDialog>
  )
}
