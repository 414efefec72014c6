import type { Check } from '../../model/check.ts'
import { administratorsOf, between, unreadOf } from '../../readers/privileged-access/global-administrators.ts'
import { affected, unknown } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'

/** Bounds of CISA's baseline for Microsoft Entra ID. */
const MIN = 2
const MAX = 8

/** Two to eight people are Global Administrators or may become it: one may be lost, and more are more to attack. */
export const globalAdministratorCount: Check = {
  id: 'global-administrator-count',
  version: 1,
  evaluate(tenant, parameters) {
    const expected = `At least ${MIN} and at most ${MAX} accounts hold Global Administrator or may activate it.`
    const read = administratorsOf(tenant, parameters)
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
