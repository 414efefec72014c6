import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { rowsInView } from './rows-in-view.ts'

/** Up to here every row is in the document, so that finding text in the page and printing work. */
const MAX_PLAIN_ROWS = 200

interface Window {
  body: RefObject<HTMLTableSectionElement | null>
  /** The rows to render: from this one, until before that one. */
  from: number
  until: number
  /** The height, in pixels, of the rows that are left out. */
  before: number
  after: number
}

/** Which of many rows of equal height are in view of the window. */
export function useWindow(count: number): Window {
  const body = useRef<HTMLTableSectionElement>(null)
  const [view, setView] = useState({ from: 0, until: 30, height: 40 })
  const isPlain = count <= MAX_PLAIN_ROWS
  useLayoutEffect(() => {
    if (isPlain) return
    let frame = 0
    const measure = (): void => {
      frame = 0
      const element = body.current
      const row = element?.querySelector<HTMLElement>('tr:not(.gap)')
      if (!element || !row) return
      const height = row.getBoundingClientRect().height
      const { top } = element.getBoundingClientRect()
      const next = { ...rowsInView({ top, height, viewport: innerHeight, count }), height }
      setView((view) => (view.from === next.from && view.until === next.until && view.height === height ? view : next))
    }
    const schedule = (): void => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', schedule, { capture: true, passive: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
    }
  }, [count, isPlain])
  if (isPlain) return { body, from: 0, until: count, before: 0, after: 0 }
  const until = Math.min(view.until, count)
  const from = Math.min(view.from, until)
  return { body, from, until, before: from * view.height, after: (count - until) * view.height }
}
