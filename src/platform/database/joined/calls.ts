/** Limited, because the first caller waits for the whole call. */
const MAX_JOINED = 100

interface Open<A, R> {
  ask: A
  answer: PromiseWithResolvers<R | undefined>
}

/**
 * Joins the asks of one turn of the event loop into one call, whose answers have their order. In a busy process, many
 * requests arrive in one turn; in an idle one, no ask is delayed. If the call fails, all of its asks fail.
 */
export function joinCalls<A, R>(
  call: (asks: readonly A[]) => Promise<readonly (R | undefined)[]>,
): (ask: A) => Promise<R | undefined> {
  let open: Open<A, R>[] = []

  const start = async (): Promise<void> => {
    const joined = open
    open = []
    if (joined.length === 0) return
    try {
      const answers = await call(joined.map(({ ask }) => ask))
      for (const [position, { answer }] of joined.entries()) answer.resolve(answers[position])
    } catch (error) {
      for (const { answer } of joined) answer.reject(error)
    }
  }

  return (ask) => {
    const answer = Promise.withResolvers<R | undefined>()
    open.push({ ask, answer })
    if (open.length === 1) setImmediate(() => void start())
    if (open.length === MAX_JOINED) void start()
    return answer.promise
  }
}
