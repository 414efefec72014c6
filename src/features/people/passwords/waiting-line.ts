/** Runs a few tasks at once; the others wait in line. */
export interface WaitingLine {
  /** Runs the task when it is its turn; `undefined` at once if the line is full. */
  run<T>(task: () => Promise<T>): Promise<T> | undefined
}

export function createWaitingLine({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): WaitingLine {
  const waiting: (() => void)[] = []
  let running = 0

  const start = async <T>(task: () => Promise<T>): Promise<T> => {
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  return {
    run(task) {
      if (running < atOnce) return start(task)
      if (waiting.length >= maxWaiting) return undefined
      return new Promise((resolve) => waiting.push(() => resolve(start(task))))
    },
  }
}
