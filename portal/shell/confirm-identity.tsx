import { useEffect, useState } from 'preact/hooks'
import { setConfirmIdentity } from '../api.ts'

type Dialog = typeof import('./confirm-dialog.tsx').ConfirmDialog

/**
 * Asks for a second factor whenever a call needs a recent one; the call is then made again. The dialog is loaded when it is first
 * needed.
 */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<{ Dialog: Dialog; resolve: (confirmed: boolean) => void }>()
  useEffect(() => {
    setConfirmIdentity(async () => {
      const { ConfirmDialog } = await import('./confirm-dialog.tsx')
      return await new Promise<boolean>((resolve) => setQuestion({ Dialog: ConfirmDialog, resolve }))
    })
  }, [])
  if (!question) return null
  const { Dialog, resolve } = question
  return (
    <Dialog
      onEnd={(confirmed) => {
        setQuestion(undefined)
        resolve(confirmed)
      }}
    />
  )
}
