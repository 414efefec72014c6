import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedAccountsWithoutMailbox } from '../../../../src/engine/checks/privileged-access/privileged-accounts-without-mailbox.ts'
import { MAILBOX, testAccounts, testShortfall, usersWith, verdict } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedAccountsWithoutMailbox)

const NO_MAILBOX = {
  service: 'exchange',
  capabilityStatus: 'Enabled',
  servicePlanId: '113feb6c-3fe4-4440-bddc-54d774bf0318',
}

test('mail protection, a deleted plan, or an archive is no mailbox; unread plans are unknown', () => {
  const plans = (assignedPlans: unknown) =>
    verdict(privilegedAccountsWithoutMailbox, { users: usersWith({ assignedPlans }) })
  assert.equal(plans([NO_MAILBOX]), 'effective')
  assert.equal(plans([{ ...MAILBOX, capabilityStatus: 'Deleted' }]), 'effective')
  assert.equal(plans([{ ...MAILBOX, capabilityStatus: 'Warning' }]), 'partial')
  assert.equal(plans(undefined), 'no_visibility')
})

testAccounts(privilegedAccountsWithoutMailbox)
testShortfall(privilegedAccountsWithoutMailbox, 'with a mailbox', (n) => ({
  users: usersWith({ assignedPlans: [MAILBOX] }, n),
}))
