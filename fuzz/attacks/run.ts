import { parseArgs } from 'node:util'
import { type AttackOutcome, runAttacks, TOGETHER } from './run-attacks.ts'

/**
 * Attacks the real service from 127.0.0.2, while a healthy client on 127.0.0.1 sends a request every second. Exits with 1 if
 * that client saw an error or a slow response, an attacker got something that it must not get, or the service did not shut
 * down in time.
 */
const { values } = parseArgs({
  options: {
    attacks: { type: 'boolean' },
    'seconds-each': { type: 'string', default: '20' },
    /** Slowest allowed response to the healthy client, in milliseconds. */
    'max-ms': { type: 'string', default: '100' },
    only: { type: 'string' },
  },
})
const maxMs = Number(values['max-ms'])
let failures = 0

await runAttacks({
  secondsEach: Number(values['seconds-each']),
  only: values.only,
  onOutcome(outcome) {
    const faults = findFaults(outcome)
    failures += faults.length
    console.log(show(outcome, faults))
  },
})
console.log(failures === 0 ? 'all guarantees held' : `${failures} guarantees were violated`)
process.exit(failures === 0 ? 0 : 1)

function findFaults({ name, got, healthy, death, ...rest }: AttackOutcome): string[] {
  return [
    ...(healthy.errors > 0 ? [`the healthy client saw ${healthy.errors} errors`] : []),
    ...(healthy.maxMs > maxMs ? [`the healthy client waited ${Math.round(healthy.maxMs)} ms`] : []),
    ...(death !== undefined ? [`the process ${death}`] : []),
    ...(name !== TOGETHER && death === undefined && rest.recoveredMs === undefined ? ['not recovered after 20 s'] : []),
    ...(name === TOGETHER && rest.stoppedMs === undefined ? ['SIGTERM did not end it within 10 s'] : []),
    ...[...got.keys()].filter((what) => what.startsWith('HARM') || (/^5\d\d$/.test(what) && what !== '503')),
  ]
}

function show({ name, got, healthy, maxMemoryMib, maxLoopMs, stoppedMs }: AttackOutcome, faults: string[]): string {
  const { looks, errors, p50Ms, p99Ms, maxMs: max } = healthy
  const counts = [...got].map(([what, count]) => (count === 1 && what.includes(' ') ? what : `${what}: ${count}`))
  const ms = [p50Ms, p99Ms, max].map((value) => (Number.isNaN(value) ? '–' : value.toFixed(0)))
  return [
    `${faults.length === 0 ? 'held  ' : 'BROKEN'} ${name}`,
    `       attacker  ${counts.join('  ') || 'nothing'}`,
    `       healthy   ${looks} answers, ${errors} errors, p50 ${ms[0]} ms, p99 ${ms[1]} ms, at most ${ms[2]} ms`,
    `       service   ${Math.round(maxMemoryMib)} MiB at most, event loop blocked for ${Math.round(maxLoopMs)} ms at most`,
    ...(stoppedMs === undefined ? [] : [`       shutdown  ${Math.round(stoppedMs)} ms`]),
    ...faults.map((fault) => `       !         ${fault}`),
  ].join('\n')
}
