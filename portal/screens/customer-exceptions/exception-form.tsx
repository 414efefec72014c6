import { useState } from 'preact/hooks'
import type { NewException } from '../../../src/features/exceptions/schema.ts'
import { ApiError, fieldError } from '../../api.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Call } from '../../parts/call.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useSearch } from '../../search.ts'
import { dayAfter, type Exception, KINDS, type Kind, toInstant } from './words.ts'

const CHANGES = { invalidates: ['/partner/customers'] }
const HALF_A_YEAR = 182
const FIELDS = ['product', 'requirement', 'object', 'reason', 'approver', 'expiresAt']

/** Whether every part of an error is shown beside its field. */
const isShownByFields = (error: unknown): boolean =>
  error instanceof ApiError && error.details.length > 0 && error.details.every(({ field }) => FIELDS.includes(field))

/** What the server found wrong with a field, as a sentence that begins with what is wrong. */
function sayOf(error: unknown, field: string): string | undefined {
  const says = fieldError(error, field)?.replace(`${field} `, '')
  return says === undefined ? undefined : says.charAt(0).toUpperCase() + says.slice(1)
}

/** Records a decision. */
export function CreateException({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { values } = useSearch()
  const products = useRead('/partner/products').data?.products ?? []
  const [kind, setKind] = useState<Kind>('accepted-risk')
  const [product, setProduct] = useState(values.product ?? '')
  const [requirement, setRequirement] = useState(values.requirement ?? '')
  const [object, setObject] = useState('')
  const [reason, setReason] = useState('')
  const [approver, setApprover] = useState('')
  const [until, setUntil] = useState(() => dayAfter(new Date(), HALF_A_YEAR))
  const create = useChange('POST /partner/customers/:id/exceptions', CHANGES)
  const isAccount = kind === 'emergency-account'
  const chosen = product === '' ? products[0]?.id : product
  const body: NewException = {
    kind,
    ...(!isAccount && { requirement: requirement.trim(), ...(chosen !== undefined && { product: chosen }) }),
    ...(object.trim() !== '' && { object: object.trim() }),
    ...{ reason, approver, expiresAt: toInstant(until) },
  }
  const submit = async (): Promise<void> => {
    try {
      await create.mutateAsync({ params: { id: customerId }, body })
      notify('The exception is recorded. Later runs take it into account.')
      onClose()
    } catch {
      // The form shows it.
    }
  }
  const errorOf = (field: string): string | undefined => sayOf(create.error, field)
  return (
    <Dialog title="Record an exception" onClose={onClose}>
      <Form
        error={isShownByFields(create.error) ? undefined : create.error}
        onSubmit={() => {
          if (!create.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={create.isPending}>
              Record
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Call title="Record an exception" method="POST" path={`/customers/${customerId}/exceptions`} body={body} />
          </>
        }
      >
        <Select
          label="Kind"
          help={KINDS[kind].effect}
          value={kind}
          onChange={setKind}
          options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: KINDS[value].label }))}
        />
        {!isAccount && (
          <>
            <Select
              label="Framework"
              value={chosen ?? ''}
              onChange={setProduct}
              options={products.map(({ id }) => ({ value: id, label: frameworkName(id) }))}
              error={errorOf('product')}
            />
            <Field
              label="Requirement"
              help="Its id, as findings show it."
              value={requirement}
              onChange={setRequirement}
              placeholder="ISM-1504"
              autocomplete="off"
              error={errorOf('requirement')}
              required
            />
          </>
        )}
        <Field
          label={isAccount ? 'Account' : 'Object'}
          help={
            isAccount
              ? 'Its user principal name or object id.'
              : 'One affected object by its name; empty for the whole requirement.'
          }
          value={object}
          onChange={setObject}
          autocomplete="off"
          error={errorOf('object')}
          required={isAccount}
        />
        <Field
          label="Reason"
          help="Why, in 10 to 2,000 characters."
          value={reason}
          onChange={setReason}
          rows={3}
          error={errorOf('reason')}
          required
        />
        <Field
          label="Decided by"
          value={approver}
          onChange={setApprover}
          autocomplete="off"
          error={errorOf('approver')}
          required
        />
        <Field
          label="Until"
          type="date"
          help="At most 12 months ahead."
          value={until}
          onChange={setUntil}
          error={errorOf('expiresAt')}
          required
        />
      </Form>
    </Dialog>
  )
}

/** Gives an exception a later end. */
export function RenewException({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, customerId, kind } = exception
  const [until, setUntil] = useState(() => dayAfter(new Date(), HALF_A_YEAR))
  const [approver, setApprover] = useState(exception.approver)
  const change = useChange('PUT /partner/customers/:id/exceptions/:exceptionId', CHANGES)
  const submit = async (): Promise<void> => {
    try {
      const body = { expiresAt: toInstant(until), approver }
      await change.mutateAsync({ params: { id: customerId, exceptionId: id }, body })
      notify('The exception is renewed.')
      onClose()
    } catch {
      // The form shows it.
    }
  }
  return (
    <Dialog title="Renew the exception" onClose={onClose}>
      <Form
        error={isShownByFields(change.error) ? undefined : change.error}
        onSubmit={() => {
          if (!change.isPending) void submit()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={change.isPending}>
              Renew
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <p>
          {KINDS[kind].label}: {exception.requirement ?? exception.object}
        </p>
        <Field
          label="Until"
          type="date"
          help="At most 12 months ahead."
          value={until}
          onChange={setUntil}
          error={sayOf(change.error, 'expiresAt')}
          required
        />
        <Field
          label="Decided by"
          value={approver}
          onChange={setApprover}
          autocomplete="off"
          error={sayOf(change.error, 'approver')}
          required
        />
      </Form>
    </Dialog>
  )
}
