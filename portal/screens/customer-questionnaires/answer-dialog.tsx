import { useState } from 'preact/hooks'
import { fieldError } from '../../api.ts'
import { notify } from '../../parts/announce.ts'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange } from '../../queries.ts'
import type { Question } from './words.ts'

export interface AnswerDialogProps {
  customerId: string
  product: string
  question: Question
  onClose: () => void
}

/** The names of the API for the fields of the only answer that is sent. */
const [NOTE, EVIDENCE] = ['answers[0].note', 'answers[0].evidenceUrl'] as const

/** Answers one question on behalf of the customer: the signed-in person is its author. */
export function AnswerDialog({ customerId, product, question, onClose }: AnswerDialogProps) {
  const { id, text, help, choices, current, suggestion } = question
  const [answer, setAnswer] = useState(String(current?.answer ?? suggestion?.answer ?? ''))
  const [note, setNote] = useState(current?.note ?? '')
  const [evidenceUrl, setEvidenceUrl] = useState(current?.evidenceUrl ?? '')
  const save = useChange('PUT /partner/customers/:id/questionnaires/:product', { invalidates: ['/partner/customers'] })
  const chosen = choices.find((choice) => String(choice.answer) === answer)?.answer
  const submit = async (): Promise<void> => {
    if (chosen === undefined) return
    const given = {
      id,
      answer: chosen,
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(evidenceUrl.trim() !== '' && { evidenceUrl: evidenceUrl.trim() }),
    }
    await save.mutateAsync({ params: { id: customerId, product }, body: { answers: [given] } })
    notify('The answer is saved. The next run uses it.')
    onClose()
  }
  const errorOf = (field: string): string | undefined => fieldError(save.error, field)
  return (
    <FormDialog
      title={text}
      action="Save the answer"
      change={save}
      fields={[NOTE, EVIDENCE]}
      disabledReason={chosen === undefined ? 'Choose an answer first.' : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p class="soft">{help}</p>
      {suggestion && (
        <Notice tone="info" title="What the last run read in the tenant">
          {suggestion.because}
        </Notice>
      )}
      <Select
        label="Answer"
        value={answer}
        onChange={setAnswer}
        options={[
          { value: '', label: 'Choose', disabled: true },
          ...choices.map(({ answer, label }) => ({ value: String(answer), label })),
        ]}
      />
      <Field
        label="Note"
        help="Required if the question does not apply: explain why."
        value={note}
        onChange={setNote}
        rows={3}
        error={errorOf(NOTE)}
        required={answer === 'not_applicable'}
      />
      <Field
        label="Address of the evidence"
        type="url"
        value={evidenceUrl}
        onChange={setEvidenceUrl}
        placeholder="https://"
        error={errorOf(EVIDENCE)}
        required={false}
      />
    </FormDialog>
  )
}
