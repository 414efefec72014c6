import { frameworkName } from '../../frameworks.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { Select } from '../../parts/select.tsx'
import { useRead } from '../../queries.ts'

/** A requirement that an exception can be for. */
export interface About {
  product: string
  requirement: string
  statement: string
}

/** The requirement, where it is known. */
export const Requirement = ({ about }: { about: About }) => (
  <div>
    <p>{about.statement}</p>
    <p class="soft small">
      {frameworkName(about.product)}, {about.requirement}
    </p>
  </div>
)

interface RequirementFieldsProps {
  products: readonly { id: string }[]
  product: string
  onProduct: (product: string) => void
  requirement: string
  onRequirement: (requirement: string) => void
  errorOf: (field: string) => string | undefined
}

/** The requirement, where somebody has to choose it. */
export function RequirementFields(props: RequirementFieldsProps) {
  const { products, product, onProduct, requirement, onRequirement, errorOf } = props
  return (
    <>
      <Select
        label="Framework"
        value={product}
        onChange={onProduct}
        options={products.map(({ id }) => ({ value: id, label: frameworkName(id) }))}
        error={errorOf('product')}
      />
      {product !== '' && (
        <RequirementChoice
          key={product}
          product={product}
          value={requirement}
          onChange={onRequirement}
          error={errorOf('requirement')}
        />
      )}
    </>
  )
}

interface RequirementChoiceProps {
  product: string
  /** The id; empty until one is chosen. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** One of the requirements of a framework, found by its id or its words. */
function RequirementChoice({ product, value, onChange, error }: RequirementChoiceProps) {
  const requirements = useRead('/partner/portfolio/requirements', { query: { product } }).data?.requirements
  return (
    <div class="stack">
      <Combobox
        label="Requirement"
        help="Type its id, or words of what it asks for."
        options={(requirements ?? []).map(({ id, statement }) => ({ id, label: `${id}: ${statement}` }))}
        empty={requirements ? 'No requirement matches.' : 'The requirements are loading.'}
        onPick={({ id }) => onChange(id)}
        onType={() => onChange('')}
        error={error}
      />
      {value !== '' && <p class="soft small">{requirements?.find(({ id }) => id === value)?.statement}</p>}
    </div>
  )
}
