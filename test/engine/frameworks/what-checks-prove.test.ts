import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { WHAT_CHECKS_READ } from '../../../src/engine/frameworks/evidence/what-checks-read.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import { SCUBA_ENTRA } from '../../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Proves } from '../../../src/engine/model/evidence-kind.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'

/** The last part of each requirement's id, if it has checks and they all prove this. */
function idsOf({ requirements }: Framework, wanted: Proves): string {
  const found = requirements.filter(
    ({ checks }) => checks.length > 0 && checks.every(({ proves }) => proves === wanted),
  )
  return [...new Set(found.map(({ id }) => id.replace('ISM-', '')))].sort().join(' ')
}

const checkedIn = ({ requirements }: Framework): number =>
  new Set(requirements.filter(({ checks }) => checks.length > 0).map(({ id }) => id)).size

test('a tenant decides alone only if it shows the whole control', () => {
  assert.equal(checkedIn(ESSENTIAL_EIGHT), 86)
  assert.equal(
    idsOf(ESSENTIAL_EIGHT, 'proof'),
    '0843 1488 1489 1654 1659 1667 1668 1669 1671 1672 1673 1674 1675 1686 1823 1861 1891 1896',
  )
})

test('a check that only suggests something about a control never decides it', () => {
  assert.equal(idsOf(ESSENTIAL_EIGHT, 'hint'), '0109 0445 1175 1380 1507 1508 1511 1582 1807 1883 1898')
})

test('no tenant decides a NIST CSF outcome alone, and checks that are only related to it are hints', () => {
  assert.equal(checkedIn(NIST_CSF), 30)
  assert.equal(idsOf(NIST_CSF, 'proof'), '')
  assert.deepEqual(
    NIST_CSF.requirements.filter(({ mode }) => mode === 'automatic'),
    [],
  )
  assert.equal(
    idsOf(NIST_CSF, 'hint'),
    'DE.AE-06 DE.CM-01 DE.CM-09 GV.SC-07 ID.RA-07 ID.RA-09 PR.AA-04 PR.DS-10 PR.DS-11 PR.IR-01 PR.PS-03 RS.AN-06 RS.AN-07 RS.MI-01',
  )
})

test('a check of what users may consent to does not decide about administrators', () => {
  const checks = ESSENTIAL_EIGHT.requirements.flatMap((row) => row.checks.map(({ check }) => check))
  assert.ok(!checks.includes('application-consent'))
})

test('a directory setting decides each baseline policy about it', () => {
  for (const { id, checks } of SCUBA_ENTRA.requirements)
    for (const { proves } of checks) assert.equal(proves, 'proof', id)
})

test('exactly the checked requirements have a plain sentence about what their checks cannot show', () => {
  for (const { id, checks, cannotShow } of FRAMEWORKS.flatMap(({ requirements }) => requirements)) {
    if (checks.length === 0) assert.equal(cannotShow, undefined, id)
    else assert.match(cannotShow ?? '', /^[A-Z].{15,130}\.$/, `${id}: ${cannotShow}`)
  }
})

test('a requirement uses a check once', () => {
  for (const { id, checks } of FRAMEWORKS.flatMap(({ requirements }) => requirements))
    assert.equal(new Set(checks.map(({ check }) => check)).size, checks.length, id)
})

test('each check has a phrase that says what it reads', () => {
  assert.deepEqual(Object.keys(WHAT_CHECKS_READ).sort(), [...CHECKS.keys()].sort())
  for (const [id, reads] of Object.entries(WHAT_CHECKS_READ)) assert.match(reads, /^\S.{14,119}[^.]$/, id)
})
