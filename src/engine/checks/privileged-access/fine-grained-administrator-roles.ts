import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check } from '../../model/check.ts'
import { administratorsOf, between, unreadOf } from '../../readers/privileged-access/global-administrators.ts'
import { affected, unknown } from '../../readers/results/result.ts'
import { count } from '../../readers/results/sentences.ts'

/**
 * Roles are fine-grained: there are no more Global Administrators than holders of other highly privileged roles. The
 * ratio is from CISA's baseline; holders of both count only as Global Administrators. Emergency access accounts count,
 * because the baseline includes them in its number of Global Administrators.
 */
export const fineGrainedAdministratorRoles: Check = {
  id: 'fine-grained-administrator-roles',
  version: 1,
  evaluate(tenant) {
    const expected = 'At least as many accounts hold only other highly privileged roles as hold Global Administrator.'
    const read = administratorsOf(tenant)
    if (!read.ok) return unknown(read, expected)
    const [globals, others] = [read.globals.length, read.others.length]
    const unread = unreadOf(read)
    // Every tenant has administrators: if none was found, there is no ratio.
    const nobody = globals + others === 0
    return {
      verdict: between(!nobody && globals + unread <= others, globals <= others + unread, read),
      observed: `${count(globals, 'account')} may act as Global Administrator, ${formatCount(others)} only in other highly privileged roles.`,
      expected,
      ...affected(globals > others ? read.globals : []),
      evidence: read.evidence,
      limitations: read.limitations,
    }
  },
}
