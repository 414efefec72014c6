import { useState } from 'preact/hooks'
import { ApiError, callApi, fieldError } from '../api.ts'
import type { Session } from '../endpoints.ts'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Select } from '../parts/select.tsx'
import { useSession } from '../session.ts'
import { hasPasskeys, readPasskey } from './passkey.ts'

type Way = 'passkey' | 'code' | 'recoveryCode' | 'password'

const FIELDS = {
  code: { label: 'Code from your authenticator app', autocomplete: 'one-time-code', inputMode: 'numeric' },
  recoveryCode: { label: 'Recovery code', autocomplete: 'off', inputMode: 'text' },
  password: { label: 'Your password', autocomplete: 'current-password', inputMode: 'text' },
} as const

const NAMES = {
  passkey: 'A passkey',
  code: FIELDS.code.label,
  recoveryCode: 'A recovery code',
  password: FIELDS.password.label,
} as const

/** How this person can confirm that it is them, the easiest first. */
function waysOf({ factors, isPasswordEnough }: Session): Way[] {
  const { passkeys, totp, recoveryCodesLeft } = factors
  return [
    ...(passkeys > 0 && hasPasskeys() ? (['passkey'] as const) : []),
    ...(totp ? (['code'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recoveryCode'] as const) : []),
    ...(isPasswordEnough ? (['password'] as const) : []),
  ]
}

/** Asks somebody to confirm that it is them, in one of the ways that they have. */
export function ConfirmDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const ways = waysOf(useSession())
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const body =
        way === 'passkey' ? { passkey: await readPasskey() } : { [way]: way === 'password' ? value : value.trim() }
      await callApi('POST', '/session/confirm', { body })
      onEnd(true)
    } catch (failure) {
      setError(toError(failure))
      setBusy(false)
    }
  }
  const wrong = way === 'passkey' ? undefined : fieldError(error, way)
  return (
    <FormDialog
      title="Confirm that it is you"
      action={way === 'passkey' ? 'Use a passkey' : 'Confirm'}
      change={{ isPending: busy, error }}
      fields={way === 'passkey' ? [] : [way]}
      onSubmit={confirm}
      onClose={() => onEnd(false)}
    >
      <p>This action needs a recent confirmation. You will not be asked again for 10 minutes.</p>
      {ways.length > 1 && (
        <Select
          label="Confirm with"
          value={way}
          onChange={(next) => {
            setWay(next)
            setValue('')
            setError(undefined)
          }}
          options={ways.map((each) => ({ value: each, label: NAMES[each] }))}
        />
      )}
      {way !== 'passkey' && (
        <Field
          key={way}
          {...FIELDS[way]}
          type={way === 'password' ? 'password' : 'text'}
          value={value}
          onChange={setValue}
          error={wrong}
          maxLength={200}
          required
          autoFocus
        />
      )}
    </FormDialog>
  )
}

/** What the browser refuses says nothing to people. */
const toError = (failure: unknown): unknown =>
  failure instanceof DOMException
    ? new ApiError('No passkey was used. Try again, or choose another method.', { code: 'PASSKEY_REFUSED', status: 0 })
    : failure
