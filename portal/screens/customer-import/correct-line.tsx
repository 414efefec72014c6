import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Badge } from '../../parts/notice.tsx'
import { FIELDS, type Field as FieldId } from './columns.ts'
import { type Line, stateOf } from './lines.ts'
import type { Import } from './use-import.ts'

/** One row as a form: what names it, and what is wrong with it. It is checked while somebody types. */
export function CorrectLine({
  line,
  onChange,
}: {
  line: Line
  onChange: (change: Parameters<Import['change']>[1]) => void
}) {
  const { number, values, problems, refusal } = line
  const wordsOf = (field: FieldId): string | undefined => problems.find((problem) => problem.field === field)?.words
  // A field that was filled in or refused stays, so that nothing disappears while somebody types.
  const shown = FIELDS.filter(({ id, isRequired }) => isRequired || values[id] !== '' || wordsOf(id) !== undefined)
  const isReady = stateOf(line) === 'ready'
  const others = problems.filter(({ field }) => field === undefined)
  return (
    <li aria-label={`Row ${number}`}>
      <div class="row">
        <h3>Row {number}</h3>
        {isReady && <Badge tone="good">Corrected</Badge>}
        <span class="grow" />
        {refusal !== undefined && (
          <Button size="small" onClick={() => onChange({ values: { ...values } })}>
            Check again
          </Button>
        )}
        <Button
          size="small"
          look="plain"
          label={`Leave out row ${number}`}
          onClick={() => onChange({ outcome: 'left out' })}
        >
          Leave out
        </Button>
      </div>
      {[refusal, ...others.map(({ words }) => words)]
        .filter((words) => words !== undefined)
        .map((words) => (
          <p key={words} class="import-refusal">
            {words}
          </p>
        ))}
      <div class="import-columns">
        {shown.map(({ id, label }) => (
          <Field
            key={id}
            label={label}
            value={values[id]}
            error={wordsOf(id)}
            autocomplete="off"
            onChange={(value) => onChange({ values: { ...values, [id]: value } })}
          />
        ))}
      </div>
    </li>
  )
}
