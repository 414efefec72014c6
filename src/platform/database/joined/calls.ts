/** More in one call would make its first caller wait for the last. */
const MAX_JOINED = 100

interface Open<A, R> {
  ask: A
  answer: PromiseWithResolvers<R | undefined>
}

/**
 * Joins what is asked for in one turn of the event loop into one call, whose answers are in the order of the asks. In a busy
 * process a turn brings many requests; in an idle one nothing waits. If the call fails, so does everything that it joined.
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
