import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedAccountsWithoutMailbox } from '../../../../src/engine/checks/privileged-access/privileged-accounts-without-mailbox.ts'
import {
  evaluate,
  LEFT_OPEN,
  MAILBOX,
  tenant,
  testAccounts,
  testOpenShortfall,
  usersWith,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedAccountsWithoutMailbox, LEFT_OPEN)

const NO_MAILBOX = {
  service: 'exchange',
  capabilityStatus: 'Enabled',
  servicePlanId: '113feb6c-3fe4-4440-bddc-54d774bf0318',
}

test('mail protection, a deleted plan or an archive is not a mailbox; unread plans are unknown', () => {
  const plans = (assignedPlans: unknown) => {
    const result = evaluate(privilegedAccountsWithoutMailbox, tenant({ users: usersWith({ assignedPlans }) }))
    return [result.verdict, result.kind]
  }
  assert.deepEqual(plans([NO_MAILBOX]), ['effective', undefined])
  assert.deepEqual(plans([{ ...MAILBOX, capabilityStatus: 'Deleted' }]), ['effective', undefined])
  assert.deepEqual(plans([{ ...MAILBOX, capabilityStatus: 'Warning' }]), ['no_visibility', 'absent'])
  assert.deepEqual(plans(undefined), ['no_visibility', undefined])
})

testAccounts(privilegedAccountsWithoutMailbox)
testOpenShortfall(privilegedAccountsWithoutMailbox, 'with a mailbox', (n) => ({
  users: usersWith({ assignedPlans: [MAILBOX] }, n),
}))
