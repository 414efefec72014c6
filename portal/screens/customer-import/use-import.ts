import { useEffect, useRef, useState } from 'preact/hooks'
import { useChange } from '../../queries.ts'
import { type Columns, type Table, toCustomer, type Values } from './columns.ts'
import { type Line, stateOf, toCheck, toLines, withPreview } from './lines.ts'
import { toCalls, toRequest, withOutcome } from './sending.ts'

/** After the last key, so that not every key is a request. */
const PAUSE_MS = 400

/** Customers that the account has, and may have. */
export interface Room {
  customers: number
  limit: number
}

export interface Import {
  lines: readonly Line[]
  /** Unknown before the first preview. */
  room: Room | undefined
  /** Why the last preview failed; `retry` tries it again. */
  checkError: unknown
  retry: () => void
  /** How many are sent, and how many of them have been, while they are being created. */
  progress: { of: number; sent: number } | undefined
  createError: unknown
  change: (place: number, line: Partial<Pick<Line, 'outcome' | 'isOpen'>> & { values?: Values }) => void
  /** Creates a customer for every row that is ready, as many as there is room for. */
  create: () => Promise<void>
}

/** The rows of a file: previewed by the server after each change, and created in calls that can be repeated. */
export function useImport(table: Table, columns: Columns): Import {
  const [lines, setLines] = useState<readonly Line[]>(() => toLines(table.rows, columns))
  const [importId] = useState(() => crypto.randomUUID())
  const [progress, setProgress] = useState<Import['progress']>()
  const { room, error, retry } = usePreview(lines, setLines)
  const create = useChange('POST /partner/customers/bulk', {
    invalidates: ['/partner/customers', '/partner/approvals', '/partner/home'],
  })
  const send = async (): Promise<void> => {
    if (progress || !room) return
    const calls = toCalls(lines, room.limit - room.customers)
    const of = calls.flat().length
    let current = lines
    let sent = 0
    try {
      for (const places of calls) {
        setProgress({ of, sent })
        current = withOutcome(current, places, await create.mutateAsync(await toRequest(current, places, importId)))
        sent += places.length
        setLines(current)
      }
    } catch {
      // `create.error` has it. The rows of that call and those after it are as they were.
    } finally {
      setProgress(undefined)
    }
  }
  return {
    lines,
    room,
    checkError: error,
    retry,
    progress,
    createError: create.error,
    change: (place, change) =>
      setLines((before) =>
        before.map((line, at) => {
          if (at !== place) return line
          const { refusal: _, ...rest } = line
          return { ...rest, ...change }
        }),
      ),
    create: send,
  }
}

/** Has the server preview the rows that are not created yet, whenever one of them has changed. */
function usePreview(lines: readonly Line[], setLines: (change: (before: readonly Line[]) => readonly Line[]) => void) {
  const { mutateAsync, error } = useChange('POST /partner/customers/import/preview')
  const [room, setRoom] = useState<Room>()
  const [tries, setTries] = useState(0)
  const last = useRef({ turn: 0, count: -1 })
  const isStale = lines.some((line) => stateOf(line) === 'checking') || last.current.count !== toCheck(lines).size
  useEffect(() => {
    const sent = toCheck(lines)
    if (!isStale || sent.size === 0) return
    const turn = last.current.turn + 1
    const isFirst = last.current.turn === 0
    last.current.turn = turn
    const check = async (): Promise<void> => {
      try {
        const preview = await mutateAsync({ body: { customers: [...sent.values()].map(toCustomer) } })
        if (last.current.turn !== turn) return
        last.current.count = sent.size
        setRoom(preview)
        setLines((before) => withPreview(before, sent, preview))
      } catch {
        // `error` has it.
      }
    }
    const timer = setTimeout(() => void check(), isFirst ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [lines, tries])
  return { room, error, retry: () => setTries((before) => before + 1) }
}
