import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from '../../src/engine/checks/catalogue.ts'

/**
 * Runs the tests of checks once more and notes what each check came to in them: every check must have been seen to pass,
 * to fail, to hold in part, and without what it reads. Of those that cannot come to one of these it is said why.
 */

/** The tests of checks; that of a new check must be among them. */
const FILES = [
  'admin-privileges',
  'application-control',
  'backups',
  'credentials',
  'device-encryption',
  'entra-settings',
  'everybody',
  'hardening',
  'highly-privileged',
  'intune',
  'macros',
  'mfa',
  'patching',
  'software-inventory',
  'unsupported',
]

const CASES = ['effective', 'ineffective', 'partial', 'no_visibility'] as const
type Case = (typeof CASES)[number]

const SCRIPTS_ALONE = 'what scripts do not show may be done by an image or another tool, so people must tell'
const NEVER_OFF = 'Entra’s log cannot be switched off, so a silent one is partial at worst'
const ONE_SETTING = 'one setting of the whole tenant, which is as it should be or not'
const ONE_NUMBER = 'a number that lies within its bounds or not'
const ONE_ROLE = 'one rule of one role, which is set or not'
const BESIDE_PEOPLE = 'it stands beside what people say and never settles anything'

const WITHOUT: Readonly<Record<string, Readonly<Partial<Record<Case, string>>>>> = {
  'mfa-events-logged': { ineffective: NEVER_OFF },
  'privileged-events-logged': { ineffective: NEVER_OFF },
  'office-ole-packages': { ineffective: SCRIPTS_ALONE, partial: SCRIPTS_ALONE },
  'dotnet-35-removed': { ineffective: SCRIPTS_ALONE, partial: SCRIPTS_ALONE },
  'powershell-2-removed': { ineffective: SCRIPTS_ALONE, partial: SCRIPTS_ALONE },
  'backup-policies': {
    effective: BESIDE_PEOPLE,
    ineffective: BESIDE_PEOPLE,
    partial: BESIDE_PEOPLE,
    no_visibility: BESIDE_PEOPLE,
  },
  'application-control-review': { partial: 'a review that changed nothing leaves no trace, so people must tell' },
  'authentication-methods-migrated': { partial: ONE_SETTING },
  'application-registration-restricted': { partial: ONE_SETTING },
  'guest-access-restricted': { partial: ONE_SETTING },
  'guest-invitations-restricted': { partial: ONE_SETTING },
  'global-administrator-count': { partial: ONE_NUMBER },
  'fine-grained-administrator-roles': { partial: ONE_NUMBER },
  'global-administrator-approval': { partial: ONE_ROLE },
  'global-administrator-activation-alert': { partial: ONE_ROLE },
}

const seen = new Map<string, Set<string>>()
for (const [id, check] of CHECKS) {
  const verdicts = new Set<string>()
  const { evaluate } = check
  seen.set(id, verdicts)
  check.evaluate = (tenant, parameters) => {
    const result = evaluate.call(check, tenant, parameters)
    verdicts.add(result.verdict === 'not_licensed' ? 'no_visibility' : result.verdict)
    return result
  }
}
for (const file of FILES) await import(`./${file}.test.ts`)

// Registered last, and so run after all that was imported.
for (const [id, verdicts] of seen) {
  test(`${id} has a passing, a failing, a partial and a missing-data case, or a reason to have none`, () => {
    const missing = CASES.filter((verdict) => !verdicts.has(verdict))
    assert.deepEqual(missing, Object.keys(WITHOUT[id] ?? {}))
  })
}

test('reasons are given for checks that exist', () => {
  for (const id of Object.keys(WITHOUT)) assert.ok(CHECKS.has(id), id)
})
