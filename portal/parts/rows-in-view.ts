/** Rows beyond the edges of the window, so that a fast scroll shows no gap; in steps, so that few scrolls render. */
const MARGIN = 20
const STEP = 10

/**
 * The rows to render of `count` rows of equal `height`: `top` is where the first one is, relative to the window of `viewport`
 * pixels.
 */
export function rowsInView(at: { top: number; height: number; viewport: number; count: number }): {
  from: number
  until: number
} {
  const { top, height, viewport, count } = at
  const first = Math.floor(-top / height)
  const last = Math.ceil((viewport - top) / height)
  const from = Math.max(0, Math.floor((first - MARGIN) / STEP) * STEP)
  const until = Math.min(count, Math.ceil((last + MARGIN) / STEP) * STEP)
  return { from: Math.min(from, count), until: Math.max(until, 0) }
}
