import { signalOf } from './signal.ts'

export interface Toast {
  id: number
  text: string
  tone: 'good' | 'bad'
}

const SHOWN_MS = 6_000
let last = 0

/** What the shell shows for a few seconds and announces to screen readers. */
export const toasts = signalOf<readonly Toast[]>([])

/** What the shell announces to screen readers without showing it. */
export const spoken = signalOf('')

/** Shows a short sentence on what just happened, such as "Key revoked.", and announces it. */
export function notify(text: string, tone: Toast['tone'] = 'good'): void {
  const toast = { id: ++last, text, tone }
  toasts.set([...toasts.get(), toast].slice(-3))
  // An error stays until it is dismissed, so that people have time to read it.
  if (tone === 'good') setTimeout(() => dismiss(toast.id), SHOWN_MS)
}

/** Removes a sentence that `notify` shows. */
export const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/** Announces a sentence to screen readers that sighted people do not need, such as the title of a new screen. */
export function announce(text: string): void {
  spoken.set('')
  setTimeout(() => spoken.set(text), 50)
}
