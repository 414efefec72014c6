import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaEventsLogged } from '../../../../src/engine/checks/logging/mfa-events-logged.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(mfaEventsLogged, {
  ineffective: 'Entra’s log cannot be switched off, so one without recent entries proves nothing',
  partial: 'Entra’s log cannot be switched off, so one without recent entries proves nothing',
})

test('a fresh sign-in log is effective, and a stale, empty or unread one means no visibility', () => {
  const log = (createdDateTime: string) => ({ signIns: [{ createdDateTime }] })
  assert.equal(evaluate(mfaEventsLogged, log('2026-02-28T23:00:00Z')).verdict, 'effective')
  const stale = evaluate(mfaEventsLogged, log('2026-01-01T00:00:00Z'))
  assert.deepEqual([stale.verdict, stale.kind], ['no_visibility', 'absent'])
  assert.match(stale.observed, /Nothing was recorded in the 59 days since/)
  assert.equal(evaluate(mfaEventsLogged, { signIns: [] }).verdict, 'no_visibility')
  assert.equal(evaluate(mfaEventsLogged, { signIns: refused() }).verdict, 'no_visibility')
  const unlicensed = { signIns: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(evaluate(mfaEventsLogged, unlicensed).verdict, 'not_licensed')
})
