import { useEffect, useRef, useState } from 'preact/hooks'
import { invalidate, useChange } from '../../queries.ts'
import { type ImportRow, idsOfCreated, inParts, isSendable, toPartner, withAnswers } from './rows.ts'

/** As many as one call takes. */
const PART = 50

const CHANGED = ['/distributor/portfolio', '/distributor/home', '/distributor/usage']

export interface Import {
  rows: readonly ImportRow[]
  /** How many more partners the distributor may have; undefined until the first check. */
  room: number | undefined
  /** Rows of the call under way and those after it; undefined while nothing is being created. */
  sending: { done: number; of: number } | undefined
  /** Why the last call failed as a whole. */
  error: unknown
  /** Replaces all rows, and has them checked. */
  open: (rows: readonly ImportRow[]) => void
  /** Replaces one row, and has it checked. */
  change: (row: ImportRow) => void
  remove: (row: ImportRow) => void
  /** Creates the rows that may be sent, part by part. */
  create: () => Promise<void>
  /** Ends it after the part that is under way. */
  stop: () => void
}

/** The rows of a file on their way to becoming partners. */
export function useImport(): Import {
  const [rows, setRows] = useState<readonly ImportRow[]>([])
  const [room, setRoom] = useState<number>()
  const [sending, setSending] = useState<Import['sending']>()
  const [error, setError] = useState<unknown>()
  const isStopped = useRef(false)
  // A part whose answer was lost is sent again under the key that it had, so that no partner is created twice.
  const keys = useRef(new Map<string, string>())
  const preview = useChange('POST /distributor/partners/preview')
  const send = useChange('POST /distributor/partners/bulk')
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  const check = async (unchecked: readonly ImportRow[]): Promise<void> => {
    setError(undefined)
    try {
      for (const part of inParts(unchecked, PART)) {
        const { errors, known, room } = await preview.mutateAsync({ body: { partners: part.map(toPartner) } })
        setRoom(room)
        setRows((rows) =>
          withAnswers(rows, part, errors, (index) => {
            const same = known.find((each) => each.index === index)
            return same ? { kind: 'known', company: same.company } : { kind: 'ready' }
          }),
        )
      }
    } catch (failure) {
      setError(failure)
    }
  }

  const create = async (): Promise<void> => {
    const wanted = rows.filter(isSendable)
    isStopped.current = false
    setError(undefined)
    try {
      let done = 0
      for (const part of inParts(wanted, PART)) {
        if (isStopped.current) break
        setSending({ done, of: wanted.length })
        const body = { partners: part.map(toPartner) }
        const idempotencyKey = keys.current.get(JSON.stringify(body)) ?? crypto.randomUUID()
        keys.current.set(JSON.stringify(body), idempotencyKey)
        const { errors, partners } = await send.mutateAsync({ body, idempotencyKey })
        const ids = idsOfCreated(part, errors, partners)
        setRows((rows) => withAnswers(rows, part, errors, (index) => ({ kind: 'created', id: ids.get(index) ?? '' })))
        done += part.length
      }
    } catch (failure) {
      setError(failure)
    }
    setSending(undefined)
    await Promise.all(CHANGED.map(invalidate))
  }

  return {
    rows,
    room,
    sending,
    error,
    create,
    open: (next) => {
      setRows(next)
      void check(next)
    },
    change: (row) => {
      setRows((rows) => rows.map((each) => (each.line === row.line ? row : each)))
      void check([row])
    },
    remove: ({ line }) => setRows((rows) => rows.filter((each) => each.line !== line)),
    stop: () => {
      isStopped.current = true
    },
  }
}
