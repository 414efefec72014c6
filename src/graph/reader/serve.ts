import { CollectFailure, type CollectOptions, collectSnapshot } from '../collection/collect.ts'
import { type AssessHost, type AssessInputs, assessTenant } from './assess.ts'
import { type Answer, type Call, type FromReader, isToReader, type ToReader, toPlainError } from './messages.ts'

type Start = Extract<ToReader, { type: 'assess' }>

/** A run that is being carried out. */
interface Run {
  stop: AbortController
  /** Those that wait for an answer, by the number of their call. */
  waiting: Map<number, PromiseWithResolvers<Answer>>
}

/** Carries out what the process that started this one asks for, until it goes away. */
export function serveReader(): void {
  const runs = new Map<number, Run>()
  process.on('message', (message) => {
    if (!isToReader(message)) return
    if (message.type === 'ping') tell({ type: 'pong' })
    else if (message.type === 'assess') void start(runs, message)
    else {
      const run = runs.get(message.run)
      if (message.type === 'abort') run?.stop.abort(new Error('The run was stopped.'))
      else if (message.type === 'answer') run?.waiting.get(message.call)?.resolve(message.answer)
      else run?.waiting.get(message.call)?.reject(new Error('The call failed in the process that started the run.'))
    }
  })
  process.on('disconnect', () => process.exit(0))
}

async function start(runs: Map<number, Run>, { run, job, source, sizes }: Start): Promise<void> {
  const stop = new AbortController()
  const waiting: Run['waiting'] = new Map()
  runs.set(run, { stop, waiting })
  const collect = (options: CollectOptions) => collectSnapshot(source, { ...options, sizes })
  try {
    tell({ type: 'done', run, assessed: await assessTenant(collect, job, hostOf(run, waiting), stop.signal) })
  } catch (error) {
    if (error instanceof CollectFailure) tell({ type: 'failed', run, code: error.code, message: error.message })
    else tell({ type: 'threw', run, error: toPlainError(error) })
  } finally {
    runs.delete(run)
  }
}

/** The host of a run, which is in the process that started this one. */
function hostOf(run: number, waiting: Run['waiting']): AssessHost {
  let calls = 0
  const ask = async (body: Call): Promise<Answer> => {
    calls += 1
    const call = calls
    const answered = Promise.withResolvers<Answer>()
    waiting.set(call, answered)
    tell({ type: 'call', run, call, body })
    return await answered.promise.finally(() => waiting.delete(call))
  }
  return {
    async onProgress({ done, of }) {
      await ask({ name: 'progress', done, of })
    },
    checkpoint: {
      load: async () => piecesIn(await ask({ name: 'load' })),
      save: async (packed) => (await ask({ name: 'save', packed })) === true,
    },
    readInputs: async () => inputsIn(await ask({ name: 'inputs' })),
    onFault: (check, error) => tell({ type: 'fault', run, check, error: toPlainError(error) }),
  }
}

const piecesIn = (answer: Answer): readonly Uint8Array[] =>
  typeof answer === 'object' && !('answers' in answer) ? answer : []

function inputsIn(answer: Answer): AssessInputs {
  if (typeof answer === 'object' && 'answers' in answer) return answer
  throw new Error('the inputs of a run are missing')
}

/** Where the channel is closed, this process is about to end. */
function tell(message: FromReader): void {
  process.send?.(message, undefined, undefined, () => {})
}
