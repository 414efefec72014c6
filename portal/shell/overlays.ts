import { signalOf } from '../parts/signal.ts'

/** What is open over the screen. Only one of them is. */
export type Overlay = 'palette' | 'shortcuts' | undefined

export const overlay = signalOf<Overlay>(undefined)
