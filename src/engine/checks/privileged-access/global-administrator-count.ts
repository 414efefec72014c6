import type { Check } from '../../model/check.ts'
import { administratorsOf, between, unreadOf } from '../../readers/privileged-access/global-administrators.ts'
import { affected, unknown } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'

/** Bounds of CISA's baseline for Microsoft Entra ID. */
const MIN = 2
const MAX = 8

/** Two to eight people are, or may become, Global Administrator: one account may be lost, and each further one is a target. */
export const globalAdministratorCount: Check = {
  id: 'global-administrator-count',
  version: 1,
  evaluate(tenant) {
    const expected = `At least ${MIN} and at most ${MAX} accounts hold Global Administrator or may activate it.`
    const read = administratorsOf(tenant)
    if (!read.ok) return unknown(read, expected)
    const n = read.globals.length
    const possible = n + unreadOf(read)
    return {
      verdict: between(n >= MIN && possible <= MAX, possible >= MIN && n <= MAX, read),
      observed: `${count(n, 'account')} ${n === 1 ? 'holds' : 'hold'} Global Administrator or may activate it.`,
      expected,
      ...affected(n > MAX ? read.globals : []),
      evidence: read.evidence,
      limitations: read.limitations,
    }
  },
}
