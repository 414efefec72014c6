import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { NewAssessment } from '../../../src/features/assessments/schema.ts'
import { CustomerChange, NewCustomer } from '../../../src/features/customers/schema.ts'
import { PROBLEMS } from '../../../src/shared/problem.ts'
import { assertProblem, countRows, fieldsAtFault, makeCustomer, NO_CUSTOMER, TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Answer, Json } from '../../harness/client.ts'

const CUSTOMERS = '/v1/partner/customers'
const RUNS = '/v1/partner/assessments'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const acme = await api.as('acme')
const customerId = await makeCustomer(acme)

/** An invalid value of a field, and the expected code. */
interface Fault {
  value: unknown
  code: 'MISSING_FIELD' | 'INVALID_FIELD'
}

const faults = (values: fc.Arbitrary<unknown>, code: Fault['code']): fc.Arbitrary<Fault> =>
  values.map((value) => ({ value, code }))

/** Text of any characters, among them NUL, controls and half surrogate pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
)
const filledText = anyText.filter((text) => text.trim() !== '')
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1, 1e21),
)
const junk = fc.jsonValue({ maxDepth: 3 })
const junkList = fc.array(fc.oneof(junk, anyText, anyNumber), { minLength: 1, maxLength: 60 })
const junkObject = fc.dictionary(fc.string(), junk)
const noText = fc.oneof(anyNumber, fc.boolean(), junkList, junkObject)
const nothing = fc.constantFrom<unknown[]>(undefined, null, '', ' ', '\t\n\u00a0', [])

const control = fc.constantFrom('\u0000', '\u0007', '\n', '\u007f', '\u0085', '\ud800', '\udfff')
const badName = fc.oneof(
  control.map((character) => `a${character}b`),
  fc.integer({ min: 201, max: 5000 }).map((length) => 'n'.repeat(length)),
)
const badTenant = filledText.filter((text) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
const badAddress = fc.oneof(
  anyText.filter((text) => !text.includes('@')),
  control.map((character) => `a${character}@b.example`),
  control.map((character) => `a@b.exam${character}ple`),
  fc.integer({ min: 255, max: 2000 }).map((length) => `${'a'.repeat(length)}@b.example`),
)
const badList = fc.oneof(
  noText.filter((value) => !Array.isArray(value)),
  anyText,
  fc.array(badAddress, { minLength: 1, maxLength: 60 }),
  fc.array(fc.oneof(anyNumber, fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 60 }),
  fc.integer({ min: 51, max: 300 }).map((length) => Array.from({ length }, (_, index) => `u${index}@b.example`)),
)
const badTarget = fc.oneof(
  anyNumber.filter((number) => !Number.isInteger(number) || number < 1 || number > 5),
  anyText,
  fc.boolean(),
  fc.constant(null),
  junkList,
  junkObject,
)

const required = (bad: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> =>
  fc.oneof(faults(nothing, 'MISSING_FIELD'), faults(fc.oneof(noText, bad), 'INVALID_FIELD'))
/** In a change no field is missing: one that may not be null or blank is invalid. */
const changed = (bad: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> =>
  faults(
    fc.oneof(
      nothing.filter((value) => value !== undefined),
      noText,
      bad,
    ),
    'INVALID_FIELD',
  )
const invalid = (bad: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> => faults(bad, 'INVALID_FIELD')
const nullable = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => values.filter((value) => value !== null)

interface Body {
  schema: { properties: object }
  valid: Record<string, unknown>
  faults: Record<string, fc.Arbitrary<Fault>>
  send: (body: unknown) => Promise<Answer>
}

const valid = {
  name: 'N',
  tenantId: TENANT,
  email: 'a@b.example',
  receivers: ['a@b.example'],
  questionnaireRecipients: [],
}

const BODIES: Record<string, Body> = {
  NewCustomer: {
    schema: NewCustomer,
    valid,
    faults: {
      name: required(badName),
      tenantId: required(badTenant),
      email: invalid(fc.oneof(noText, fc.constant(null), badAddress)),
      receivers: invalid(fc.oneof(badList, fc.constant(null))),
      questionnaireRecipients: invalid(fc.oneof(badList, fc.constant(null))),
    },
    send: (body) => acme.post(CUSTOMERS, body),
  },
  CustomerChange: {
    schema: CustomerChange,
    valid,
    faults: {
      name: changed(badName),
      tenantId: changed(badTenant),
      email: invalid(fc.oneof(nullable(noText), badAddress)),
      receivers: invalid(nullable(badList)),
      questionnaireRecipients: invalid(nullable(badList)),
    },
    send: (body) => acme.put(`${CUSTOMERS}/${customerId}`, body),
  },
  NewAssessment: {
    schema: NewAssessment,
    valid: { customerId, product: 'essential-eight', maturityTarget: 2 },
    faults: {
      customerId: required(noText),
      product: required(noText),
      maturityTarget: invalid(badTarget),
    },
    send: (body) => acme.post(RUNS, body),
  },
}

for (const [name, body] of Object.entries(BODIES)) {
  test(`every invalid field of ${name} is reported with the right code, and nothing is changed`, async () => {
    assert.deepEqual(Object.keys(body.faults).sort(), Object.keys(body.schema.properties).sort())
    const wrong = fc.record(body.faults, { requiredKeys: [] }).filter((chosen) => Object.keys(chosen).length > 0)
    const before = await countRows(api.db)
    await fc.assert(
      fc.asyncProperty(wrong, async (chosen) => {
        const input = { ...body.valid }
        for (const [field, fault] of Object.entries(chosen)) if (fault) input[field] = fault.value
        const codes = Object.values(chosen).map((fault) => fault?.code)
        const expected = codes.includes('MISSING_FIELD') ? 'MISSING_FIELD' : 'INVALID_FIELD'
        const error = assertProblem(await body.send(input), 400, expected)
        const named = new Set(fieldsAtFault(error).map((line) => line.replace(/\[.*\]|\..* /, '')))
        // A long list of invalid items may fill the details before other fields are reported.
        if (error.details.length < 100) {
          const all = Object.entries(chosen).map(([field, fault]) => `${field} ${fault?.code}`)
          assert.deepEqual([...named].sort(), all.sort())
        }
      }),
      { numRuns: 150 },
    )
    assert.deepEqual(await countRows(api.db), before)
  })

  test(`any JSON as ${name} gets success or a code of the catalogue below 500`, async () => {
    const anything = fc.oneof(junk, anyText, anyNumber, junkList)
    const fields = Object.fromEntries(Object.keys(body.valid).map((field) => [field, anything]))
    const mixed = fc.record(fields, { requiredKeys: [] }).map((part) => ({ ...body.valid, ...part }))
    const inputs = fc.oneof(mixed, fc.record(fields, { requiredKeys: [] }), junkObject, junk)
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const before = await countRows(api.db)
        const answer = await body.send(input)
        if (answer.status < 300) return
        assertCatalogued(answer)
        assert.deepEqual(await countRows(api.db), before)
      }),
      { numRuns: 100 },
    )
  })
}

test('out-of-range numbers are INVALID_FIELD', async () => {
  for (const number of ['1e999', '-1e999', '9'.repeat(400), '1.0000000001', '1e-9']) {
    const raw = `{"customerId":"${customerId}","product":"essential-eight","maturityTarget":${number}}`
    assertProblem(await acme.post(RUNS, undefined, { raw }), 400, 'INVALID_FIELD')
  }
})

test('names such as __proto__ in a body are plain data', async () => {
  const raw = `{"__proto__":{"name":"N","tenantId":"${TENANT}"},"constructor":{"prototype":{"name":"N"}}}`
  const error = assertProblem(await acme.post(CUSTOMERS, undefined, { raw }), 400, 'MISSING_FIELD')
  assert.deepEqual(fieldsAtFault(error), ['name MISSING_FIELD', 'tenantId MISSING_FIELD'])
})

test('invalid ids in a bulk run are reported row by row, and a blank product is missing', async () => {
  const product = 'essential-eight'
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyText, junk, anyNumber), { minLength: 1, maxLength: 50 }),
      async (customerIds) => {
        const { status, body } = await acme.post(`${RUNS}/bulk`, { product, customerIds })
        assert.deepEqual([status, body.queued, body.failed], [202, 0, customerIds.length])
      },
    ),
    { numRuns: 50 },
  )
  const error = assertProblem(
    await acme.post(`${RUNS}/bulk`, { product: ' ', customerIds: ['x'] }),
    400,
    'MISSING_FIELD',
  )
  assert.deepEqual(fieldsAtFault(error), ['product MISSING_FIELD'])
})

test('invalid customers in a bulk call are reported row by row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyText, junk, junkObject), { minLength: 1, maxLength: 100 }),
      async (customers) => {
        const { status, body } = await acme.post(`${CUSTOMERS}/bulk`, { customers })
        assert.deepEqual([status, body.created, body.failed], [201, 0, customers.length])
      },
    ),
    { numRuns: 50 },
  )
})

test('any text instead of an id is NOT_FOUND', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !['.', '..'].includes(text)),
      fc.constantFrom(`${CUSTOMERS}/`, `${CUSTOMERS}/cust_`, `${RUNS}/`, `${RUNS}/run_`),
      async (text, path) => {
        assertProblem(await acme.get(path + encodeURIComponent(text)), 404, 'NOT_FOUND')
      },
    ),
    { numRuns: 150 },
  )
})

test('any query gets a list or INVALID_FIELD', async () => {
  const text = fc.string({ unit: 'binary' })
  const query = fc.record(
    { limit: text, cursor: text, month: text, product: text, customerId: text },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(CUSTOMERS, RUNS), async (parameters, path) => {
      const answer = await acme.get(`${path}?${new URLSearchParams(parameters)}`)
      if (answer.status !== 200) assertProblem(answer, 400, 'INVALID_FIELD')
    }),
    { numRuns: 150 },
  )
})

test('no body reaches a customer of another partner', async () => {
  const globex = await api.as('globex')
  const foreign = await makeCustomer(globex)
  const before = await globex.get(`${CUSTOMERS}/${foreign}`)
  for (const id of [foreign, NO_CUSTOMER]) {
    assertProblem(await acme.put(`${CUSTOMERS}/${id}`, valid), 404, 'NOT_FOUND')
    assertProblem(await acme.post(RUNS, { customerId: id, product: 'essential-eight' }), 404, 'NOT_FOUND')
  }
  assert.deepEqual((await globex.get(`${CUSTOMERS}/${foreign}`)).body, before.body)
})

function assertCatalogued(answer: Answer): void {
  const codes: Record<string, { status: number }> = PROBLEMS
  const code: Json = answer.body?.error?.code
  assertProblem(answer, codes[code]?.status ?? 0, code)
  assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
}
