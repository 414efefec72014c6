import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { predictCoverage } from '../../../src/engine/visibility/predict-coverage.ts'
import { VISIBILITY_TABLE } from '../../../src/engine/visibility/table.gen.ts'
import { LICENCES, LICENCES_UNREAD, type Missing, type Visibility } from '../../../src/engine/visibility/visibility.ts'
import { makeVisibilityTable } from '../../../src/runtime/gen/visibility.ts'
import { findReadableChecks } from '../../../src/simulator/model-visibility.ts'

const PERMISSIONS = [
  ...new Set(
    DATASETS.flatMap(({ permission, reveals = [] }) => [permission, ...reveals.map((more) => more.permission)]),
  ),
]
const NAMED = VISIBILITY_TABLE.flatMap(({ blockers }) =>
  blockers.flatMap(({ missing, unless = [] }) => [...missing, ...unless.flat()]),
).filter((thing) => typeof thing !== 'string')
/** Every licence of the catalogue or of the table, by its service plans. */
const LICENCES_OF_BOTH = [
  ...new Map([...LICENCES.map(({ servicePlans }) => servicePlans), ...NAMED].map((plans) => [plans.join(), plans])),
].map(([, plans]) => plans)
const PLANS = [...new Set([...LICENCES_OF_BOTH.flat(), 'EXCHANGE_S_ENTERPRISE'])]
const THINGS: readonly Missing[] = [...PERMISSIONS, ...LICENCES_OF_BOTH, LICENCES_UNREAD]

function visibilityWithout(missing: readonly Missing[]): Visibility {
  const lost = missing.flatMap((thing) => (typeof thing === 'string' ? [] : thing))
  return {
    permissions: PERMISSIONS.filter((name) => !missing.includes(name)),
    servicePlans: missing.includes(LICENCES_UNREAD) ? undefined : PLANS.filter((plan) => !lost.includes(plan)),
  }
}

/** Compares the table with the checks for each framework; returns the visible checks. */
function assertSame(visibility: Visibility): Set<string> {
  const seeing = findReadableChecks(CHECKS.keys(), visibility)
  for (const framework of FRAMEWORKS) {
    const seen = framework.requirements.filter(({ checks }) => {
      const decisive = checks.filter(({ proves }) => proves !== 'hint')
      return decisive.length > 0 && decisive.every(({ check }) => seeing.has(check))
    })
    assert.deepEqual(
      predictCoverage(framework, visibility),
      new Set(seen.map(({ id }) => id)),
      `${framework.id}: ${JSON.stringify(visibility)}`,
    )
  }
  return seeing
}

test('the table matches the checks if nothing or everything is missing, or if licences are unread', () => {
  assert.ok(assertSame(visibilityWithout([])).size > 100)
  assert.equal(assertSame({ permissions: [], servicePlans: [] }).size, 0)
  assertSame({ permissions: [], servicePlans: undefined })
  assertSame({ permissions: [], servicePlans: PLANS })
  assertSame({ permissions: PERMISSIONS, servicePlans: [] })
})

test('the table matches the checks without any one or two permissions or licences', () => {
  for (const [index, one] of THINGS.entries())
    for (const other of THINGS.slice(index)) assertSame(visibilityWithout([one, other]))
})

test('the table matches the checks without any few permissions or licences, and with any few service plans', () => {
  const few = fc.subarray([...THINGS], { minLength: 3, maxLength: 6 }).map(visibilityWithout)
  const any = fc.record({
    permissions: fc.oneof(fc.subarray(PERMISSIONS), fc.subarray(PERMISSIONS, { minLength: PERMISSIONS.length - 2 })),
    servicePlans: fc.option(fc.subarray(PLANS), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.oneof(few, any), (visibility) => void assertSame(visibility)),
    { numRuns: 300 },
  )
})

test('each check is in the table once', () => {
  assert.deepEqual(VISIBILITY_TABLE.flatMap(({ checks }) => checks).toSorted(), [...CHECKS.keys()].toSorted())
})

test('the table is what "npm run gen" writes', () => {
  assert.deepEqual(
    VISIBILITY_TABLE,
    makeVisibilityTable(),
    'The table is out of date: run "npm run gen" and commit it.',
  )
})
