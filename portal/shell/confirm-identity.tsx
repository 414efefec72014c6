import { useEffect, useState } from 'preact/hooks'
import { callApi, setConfirmIdentity } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Select } from '../parts/select.tsx'
import { useSession } from '../session.ts'

type Way = 'code' | 'recoveryCode' | 'password'

const FIELDS = {
  code: { label: 'Code from your authenticator app', autocomplete: 'one-time-code', inputMode: 'numeric' },
  recoveryCode: { label: 'Recovery code', autocomplete: 'off', inputMode: 'text' },
  password: { label: 'Your password', autocomplete: 'current-password', inputMode: 'text' },
} as const

/** Asks for a second factor whenever a call needs a recent one; the call is then made again. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ resolve: (confirmed: boolean) => void }>()
  useEffect(() => {
    setConfirmIdentity(
      () =>
        new Promise<boolean>((resolve) => {
          setAnswer({ resolve })
        }),
    )
  }, [])
  if (!answer) return null
  return (
    <ConfirmDialog
      onEnd={(confirmed) => {
        setAnswer(undefined)
        answer.resolve(confirmed)
      }}
    />
  )
}

function ConfirmDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { factors } = useSession()
  const ways: Way[] = factors.totp
    ? ['code', ...(factors.recoveryCodesLeft > 0 ? (['recoveryCode'] as const) : [])]
    : []
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const field = FIELDS[way]
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await callApi('POST', '/session/confirm', { body: { [way]: value.trim() } })
      onEnd(true)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog title="Confirm that it is you" onClose={() => onEnd(false)}>
      <Form
        error={error}
        onSubmit={() => {
          if (!busy) void confirm()
        }}
        actions={
          <>
            <Button type="submit" look="primary" busy={busy}>
              Confirm
            </Button>
            <Button onClick={() => onEnd(false)}>Cancel</Button>
          </>
        }
      >
        <p>This changes who has access to your account. You will not be asked again for 10 minutes.</p>
        {ways.length > 1 && (
          <Select
            label="Confirm with"
            value={way}
            onChange={(next) => {
              setWay(next)
              setValue('')
            }}
            options={ways.map((each) => ({ value: each, label: FIELDS[each].label }))}
          />
        )}
        <Field
          key={way}
          {...field}
          type={way === 'password' ? 'password' : 'text'}
          value={value}
          onChange={setValue}
          maxLength={200}
          required
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
