import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseExceptions } from '../../src/cli/assess/exceptions-file.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'

const VALID = {
  kind: 'compensating-control',
  requirement: 'ISM-1504',
  reason: 'Sign-in takes place at a gateway that asks for a second factor.',
  approver: 'Board',
  approvedAt: '2026-02-01T00:00:00Z',
  expiresAt: '2027-02-01T00:00:00Z',
}

const read = (entries: unknown) => parseExceptions(JSON.stringify(entries, null, 2), ESSENTIAL_EIGHT)
const parse = (entries: unknown) => read(entries).exceptions
const faults = (...entries: unknown[]): string[] => {
  try {
    parse(entries)
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

test('exceptions keep their fields, and get an id if they have none', () => {
  const whole = { ...VALID, id: 'exc_1', object: 'a@contoso.com', kind: 'accepted-risk' }
  const times = { approvedAt: '2026-02-01T00:00:00.000Z', expiresAt: '2027-02-01T00:00:00.000Z' }
  assert.deepEqual(parse([whole, VALID]), [
    { ...whole, ...times },
    { ...VALID, ...times, id: 'entry-2' },
  ])
  assert.deepEqual(parse([]), [])
})

test('emergency accounts are declared by their name for every product, without a requirement', () => {
  const { requirement: _, ...rest } = VALID
  const account = { ...rest, kind: 'emergency-account', object: 'glass@contoso.com' }
  assert.deepEqual(read([VALID, account]).emergencyAccounts, [
    { account: 'glass@contoso.com', approvedAt: '2026-02-01T00:00:00.000Z', expiresAt: '2027-02-01T00:00:00.000Z' },
  ])
  assert.deepEqual(faults({ ...account, object: undefined, requirement: 'ISM-1504', product: 'nist-csf' }).slice(1), [
    'Line 2, entry 1: "object" must be a text.',
    'Line 2, entry 1: "requirement" does not belong to an emergency account.',
    'Line 2, entry 1: "product" does not belong to an emergency account.',
  ])
})

test('an exception for another product is validated and ignored', () => {
  assert.deepEqual(parse([{ ...VALID, product: 'nist-csf', requirement: 'PR.AA-03' }]), [])
  assert.equal(parse([{ ...VALID, product: 'essential-eight' }]).length, 1)
  assert.match(faults({ ...VALID, product: 'nist-csf' })[1] ?? '', /"requirement": .* has no "ISM-1504"/)
  assert.match(faults({ ...VALID, product: 'iso' })[1] ?? '', /"product" is not a known product\./)
})

test('every error is listed with the line and the position of its entry', () => {
  const [title, ...lines] = faults(
    VALID,
    { ...VALID, kind: 'waiver', reason: ' ', requirement: 'ISM-1' },
    { ...VALID, approvedAt: 'yesterday', expires: '2027-01-01T00:00:00Z' },
    'text',
  )
  assert.equal(title, 'The exceptions file cannot be used:')
  assert.deepEqual(lines, [
    'Line 10, entry 2: "kind" must be accepted-risk, compensating-control or emergency-account.',
    'Line 10, entry 2: "reason" must be a text.',
    'Line 10, entry 2: "requirement": Essential Eight has no "ISM-1".',
    'Line 18, entry 3: "expires" is not a field of an exception.',
    'Line 18, entry 3: "approvedAt" must be a time, as in 2026-01-31T12:00:00Z.',
    'Line 27, entry 4: must be an object with fields.',
  ])
})

test('each text is required, and an exception ends after it begins', () => {
  for (const field of ['requirement', 'reason', 'approver', 'approvedAt', 'expiresAt']) {
    const { [field]: _, ...rest } = VALID as Record<string, unknown>
    assert.deepEqual(faults(rest).slice(1), [`Line 2, entry 1: "${field}" must be a text.`])
  }
  assert.deepEqual(faults({ ...VALID, expiresAt: VALID.approvedAt }).slice(1), [
    'Line 2, entry 1: "expiresAt" must be after "approvedAt".',
  ])
})

test('brackets, commas and quotes in texts do not move the lines', () => {
  const content = `[ ${JSON.stringify({ ...VALID, reason: 'a "quoted", [bracketed] {text} \\' })},\n\n  { "kind": 1 }]`
  assert.throws(() => parseExceptions(content, ESSENTIAL_EIGHT), /\nLine 3, entry 2: "kind" must/)
})

test('anything but a JSON list is refused', () => {
  assert.throws(() => parseExceptions('{', ESSENTIAL_EIGHT), /is not JSON \(.+\)\./)
  assert.throws(() => parseExceptions('{"exceptions": []}', ESSENTIAL_EIGHT), /must be a list/)
})

test('the example of the guide is valid', async () => {
  const example = await readFile(new URL('../../docs/examples/exceptions.json', import.meta.url), 'utf8')
  const { exceptions, emergencyAccounts } = parseExceptions(example, ESSENTIAL_EIGHT)
  assert.deepEqual(
    exceptions.map(({ kind }) => kind),
    ['compensating-control', 'accepted-risk'],
  )
  assert.deepEqual(
    emergencyAccounts.map(({ account }) => account),
    ['emergency.access01@ironbark.onmicrosoft.com'],
  )
})
