import type { CampaignResult } from './campaign.ts'

/** The outcome of the requests as text: statuses by operation, memory, findings. */
export function showResult({ sent, seconds, counts, findings, memory, longestStallMs }: CampaignResult): string {
  const totals = new Map<string, number>()
  for (const byStatus of counts.values())
    for (const [status, count] of byStatus) totals.set(status, (totals.get(status) ?? 0) + count)
  const width = Math.max(...[...counts.keys()].map(({ length }) => length))
  const rows = [...counts]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([label, byStatus]) => `  ${label.padEnd(width)}  ${showCounts(byStatus)}`)
  const [before, max, after] = [memory.beforeMib, memory.maxMib, memory.afterMib].map(Math.round)
  return [
    ...rows,
    '',
    `${sent} requests in ${seconds.toFixed(0)} s: ${showCounts(totals)}`,
    `memory: ${before} MiB before, ${max} MiB at most, ${after} MiB after`,
    `slowest response of /healthz: ${Math.round(longestStallMs)} ms`,
    '',
    ...findings.flatMap(({ rule, label, says, count, example }) => [
      `${count} × ${rule}: ${label}: ${says}`,
      ...(example === '' ? [] : [`  ${example.replaceAll('\n', '\n  ')}`]),
    ]),
    findings.length === 0 ? '0 findings' : `${findings.length} kinds of findings`,
  ].join('\n')
}

const showCounts = (byStatus: ReadonlyMap<string, number>): string =>
  [...byStatus]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ')
