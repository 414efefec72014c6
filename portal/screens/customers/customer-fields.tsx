import type { ApiError } from '../../api.ts'
import { fieldError } from '../../api.ts'
import { Field } from '../../parts/field.tsx'

/** What people type about a customer. */
export interface CustomerDraft {
  name: string
  tenantId: string
  email: string
  receivers: string
  recipients: string
}

export const EMPTY_DRAFT: CustomerDraft = { name: '', tenantId: '', email: '', receivers: '', recipients: '' }

/** One address in each line, or separated by commas. */
export const toAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** The fields that show what is wrong with them. */
export const CUSTOMER_FIELDS = ['name', 'tenantId', 'email', 'receivers', 'questionnaireRecipients'] as const

export interface CustomerFieldsProps {
  draft: CustomerDraft
  onChange: (draft: CustomerDraft) => void
  error: ApiError | null
  /** Below the tenant id. */
  tenantHelp: string
}

/** The fields of a customer, each with what the server said about it. */
export function CustomerFields({ draft, onChange, error, tenantHelp }: CustomerFieldsProps) {
  const change = (field: keyof CustomerDraft) => (value: string) => onChange({ ...draft, [field]: value })
  const errorOf = (field: string): string | undefined => fieldError(error, field)
  const listError = (field: string): string | undefined =>
    errorOf(field) ?? error?.details.find((detail) => detail.field.startsWith(`${field}[`))?.message
  return (
    <>
      <Field
        label="Name"
        value={draft.name}
        onChange={change('name')}
        error={errorOf('name')}
        maxLength={200}
        required
        autoFocus
      />
      <Field
        label="Tenant id"
        value={draft.tenantId}
        onChange={change('tenantId')}
        error={errorOf('tenantId')}
        help={tenantHelp}
        required
      />
      <Field
        label="Contact"
        type="email"
        value={draft.email}
        onChange={change('email')}
        error={errorOf('email')}
        required={false}
      />
      <Field
        label="Who gets reports"
        value={draft.receivers}
        onChange={change('receivers')}
        error={listError('receivers')}
        help="Email addresses, separated by commas."
        required={false}
      />
      <Field
        label="Who answers questionnaires"
        value={draft.recipients}
        onChange={change('recipients')}
        error={listError('questionnaireRecipients')}
        help="Email addresses, separated by commas."
        required={false}
      />
    </>
  )
}
