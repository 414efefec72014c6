/** Pixels beyond the edges of the window, so that a fast scroll shows no gap: more would have to be painted with every change. */
const MARGIN = 400
/** Rows, so that few scrolls render. */
const STEP = 5

/**
 * The rows to render of `count` rows of equal `height`: `top` is where the first one is, relative to the window of `viewport`
 * pixels.
 */
export function rowsInView(at: { top: number; height: number; viewport: number; count: number }): {
  from: number
  until: number
} {
  const { top, height, viewport, count } = at
  const first = Math.floor((-top - MARGIN) / height)
  const last = Math.ceil((viewport - top + MARGIN) / height)
  const from = Math.max(0, Math.floor(first / STEP) * STEP)
  const until = Math.min(count, Math.ceil(last / STEP) * STEP)
  return { from: Math.min(from, count), until: Math.max(until, 0) }
}
