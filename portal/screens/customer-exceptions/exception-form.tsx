import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { NewException } from '../../../src/features/exceptions/schema.ts'
import { keysOf } from '../../../src/shared/keys-of.ts'
import { fieldError } from '../../api.ts'
import { dayAfter, toInstant } from '../../days.ts'
import { notify } from '../../parts/announce.ts'
import type { CallProps } from '../../parts/call.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { useChange, useRead } from '../../queries.ts'
import { type About, Requirement, RequirementFields } from './requirement-fields.tsx'
import { CHANGES, type Exception, KINDS, type Kind } from './words.ts'

const HALF_A_YEAR = 182
const FIELDS = ['product', 'requirement', 'object', 'reason', 'approver', 'expiresAt']

/** Who decided, and until when: the day, YYYY-MM-DD. */
interface Decision {
  approver: string
  until: string
}

const newDecision = (approver: string): Decision => ({ approver, until: dayAfter(new Date(), HALF_A_YEAR) })

interface DecisionDialogProps {
  title: string
  /** The verb on the button. */
  action: string
  /** What people are notified of afterwards. */
  done: string
  decision: Decision
  onDecision: (decision: Decision) => void
  change: { isPending: boolean; error: unknown }
  send: () => Promise<unknown>
  call: CallProps
  onClose: () => void
  /** What it is about, above who decided. */
  children: ComponentChildren
}

/** A form about an exception: every one asks who decided, and until when. */
function DecisionDialog(props: DecisionDialogProps) {
  const { title, action, done, decision, onDecision, change, send, call, onClose, children } = props
  return (
    <FormDialog
      title={title}
      action={action}
      change={change}
      fields={FIELDS}
      onSubmit={async () => {
        await send()
        notify(done)
        onClose()
      }}
      onClose={onClose}
      call={call}
    >
      {children}
      <Field
        label="Decided by"
        value={decision.approver}
        onChange={(approver) => onDecision({ ...decision, approver })}
        autocomplete="off"
        error={fieldError(change.error, 'approver')}
        required
      />
      <Field
        label="Until"
        type="date"
        help="At most 12 months ahead."
        value={decision.until}
        onChange={(until) => onDecision({ ...decision, until })}
        error={fieldError(change.error, 'expiresAt')}
        required
      />
    </FormDialog>
  )
}

const KIND_NAMES = keysOf(KINDS)

interface CreateExceptionProps {
  customerId: string
  /** The requirement, where it is known. */
  about?: About
  onClose: () => void
}

/** Records a decision. */
export function CreateException({ customerId, about, onClose }: CreateExceptionProps) {
  const products = useRead('/partner/products').data?.products ?? []
  const [kind, setKind] = useState<Kind>('accepted-risk')
  const [product, setProduct] = useState(about?.product ?? '')
  const [requirement, setRequirement] = useState(about?.requirement ?? '')
  const [object, setObject] = useState('')
  const [reason, setReason] = useState('')
  const [decision, setDecision] = useState(() => newDecision(''))
  const create = useChange('POST /partner/customers/:id/exceptions', CHANGES)
  const isAccount = kind === 'emergency-account'
  const chosen = product === '' ? products[0]?.id : product
  const body: NewException = {
    kind,
    ...(!isAccount && { requirement: requirement.trim(), ...(chosen !== undefined && { product: chosen }) }),
    ...(object.trim() !== '' && { object: object.trim() }),
    ...{ reason, approver: decision.approver, expiresAt: toInstant(decision.until) },
  }
  const errorOf = (field: string): string | undefined => fieldError(create.error, field)
  return (
    <DecisionDialog
      title="Record an exception"
      action="Record"
      done="The exception is recorded. Later runs take it into account."
      decision={decision}
      onDecision={setDecision}
      change={create}
      send={() => create.mutateAsync({ params: { id: customerId }, body })}
      call={{ title: 'Record an exception', method: 'POST', path: `/customers/${customerId}/exceptions`, body }}
      onClose={onClose}
    >
      <Select
        label="Kind"
        help={KINDS[kind].effect}
        value={kind}
        onChange={setKind}
        options={KIND_NAMES.filter((value) => !about || value !== 'emergency-account').map((value) => ({
          value,
          label: KINDS[value].label,
        }))}
      />
      {about ? (
        <Requirement about={about} />
      ) : (
        !isAccount && (
          <RequirementFields
            products={products}
            product={chosen ?? ''}
            onProduct={(id) => {
              setProduct(id)
              setRequirement('')
            }}
            requirement={requirement}
            onRequirement={setRequirement}
            errorOf={errorOf}
          />
        )
      )}
      <ObjectField isAccount={isAccount} value={object} onChange={setObject} error={errorOf('object')} />
      <Field
        label="Reason"
        help="Why, in 10 to 2,000 characters."
        value={reason}
        onChange={setReason}
        rows={3}
        error={errorOf('reason')}
        required
      />
    </DecisionDialog>
  )
}

interface ObjectFieldProps {
  isAccount: boolean
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** What the exception is for: an account, or one of the objects that a requirement is about. */
function ObjectField({ isAccount, ...field }: ObjectFieldProps) {
  return (
    <Field
      label={isAccount ? 'Account' : 'Object'}
      help={
        isAccount
          ? 'Its user principal name or object id.'
          : 'The name of one affected object; leave it empty for the whole requirement.'
      }
      autocomplete="off"
      required={isAccount}
      {...field}
    />
  )
}

/** What an exception is about. */
function Subject({ exception: { kind, requirement, statement = requirement, object } }: { exception: Exception }) {
  return (
    <div>
      <p>
        {KINDS[kind].label}: {statement ?? object}
      </p>
      {requirement !== undefined && <p class="soft small">{[requirement, object].filter(Boolean).join(', ')}</p>}
    </div>
  )
}

/** Gives an exception a later end. */
export function RenewException({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, customerId } = exception
  const [decision, setDecision] = useState(() => newDecision(exception.approver))
  const change = useChange('PUT /partner/customers/:id/exceptions/:exceptionId', CHANGES)
  const body = { expiresAt: toInstant(decision.until), approver: decision.approver }
  return (
    <DecisionDialog
      title="Renew the exception"
      action="Renew"
      done="The exception is renewed."
      decision={decision}
      onDecision={setDecision}
      change={change}
      send={() => change.mutateAsync({ params: { id: customerId, exceptionId: id }, body })}
      call={{ title: 'Renew an exception', method: 'PUT', path: `/customers/${customerId}/exceptions/${id}`, body }}
      onClose={onClose}
    >
      <Subject exception={exception} />
    </DecisionDialog>
  )
}

/** Ends an exception before its day. */
export function EndException({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { id, customerId } = exception
  const remove = useChange('DELETE /partner/customers/:id/exceptions/:exceptionId', CHANGES)
  return (
    <Confirm
      title="End the exception"
      action="End exception"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: customerId, exceptionId: id } })
        notify('The exception is ended.')
      }}
      onClose={onClose}
    >
      <Subject exception={exception} />
      <p>
        {exception.kind === 'emergency-account'
          ? 'Later runs treat the account like any other.'
          : 'Later runs ignore it, so its finding is open again.'}{' '}
        Earlier results and the audit trail do not change.
      </p>
    </Confirm>
  )
}
