import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type CampaignResult, runCampaign } from './campaign.ts'
import { GROUPS } from './requests.ts'
import { showResult } from './show.ts'
import { RAISED_RATES, startTarget } from './target.ts'

/**
 * Sends generated requests to the real service and exits with 1 if a guarantee was violated. With `--attacks` it runs
 * the attacks instead, which have their own options.
 */
if (process.argv.includes('--attacks')) await import('./attacks/run.ts')

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1800' },
    seed: { type: 'string' },
    concurrency: { type: 'string', default: '16' },
    /** Longest time without a response to a request, in milliseconds. */
    'hang-ms': { type: 'string', default: '30000' },
    /** Longest time in which the service does not respond to any request, in milliseconds. */
    'stall-ms': { type: 'string', default: '2000' },
    /** Skips a part; may be repeated. */
    without: { type: 'string', multiple: true, default: [] },
    /** A setting for the service: NAME=VALUE. */
    set: { type: 'string', multiple: true, default: [] },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
const settings = values.set.map((given): [string, string] => {
  const [name = '', ...value] = given.split('=')
  return [name, value.join('=')]
})

const STOP_LIMIT_MS = 10_000

console.log(`seed ${seed}`)
const target = await startTarget({
  PLUMBLINE_WORKER_CONCURRENCY: '4',
  ...RAISED_RATES,
  ...Object.fromEntries(settings),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void target.stop(STOP_LIMIT_MS).then(() => process.exit(1)))
let result: CampaignResult
try {
  result = await runCampaign(target, {
    seed,
    requests: Number(values.requests),
    seconds: Number(values.seconds),
    concurrency: Number(values.concurrency),
    hangMs: Number(values['hang-ms']),
    stallMs: Number(values['stall-ms']),
    without: new Set(GROUPS.filter((group) => values.without.includes(group))),
    onProgress: (sent) => console.error(`${sent} sent`),
  })
} finally {
  await target.stop(STOP_LIMIT_MS)
}
console.log(showResult(result))
process.exit(result.findings.length > 0 ? 1 : 0)
