import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import type { Plan } from '../../src/shared/plans.ts'
import { assertKeys, makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const productsOf = async (plan: Plan): Promise<Json[]> => {
  const answer = await (await api.as(plan, plan)).get('/v1/partner/products')
  assert.equal(answer.status, 200)
  assertKeys(answer.body, 'products')
  return answer.body.products
}
const ids = (products: Json[]): string[] => products.map((product) => product.id)

test('products have exactly the fields of the contract, with the duration in whole minutes', async () => {
  const products = await productsOf('enterprise')
  for (const product of products) {
    assertKeys(product, 'category estimatedDuration id name')
    assert.ok(['compliance', 'configuration'].includes(product.category), product.category)
    assert.ok(Number.isInteger(product.estimatedDuration) && product.estimatedDuration > 0)
    assert.match(product.id, /^[a-z0-9-]+$/)
    assert.notEqual(product.name, '')
  }
  assert.deepEqual(
    products.map(({ name, category }: Json) => `${name}: ${category}`),
    [
      'Essential Eight: compliance',
      'NIST Cybersecurity Framework: compliance',
      'CISA SCuBA Baseline for Entra ID: configuration',
    ],
  )
})

test('each plan lists its own products, in catalogue order', async () => {
  const catalogue = FRAMEWORKS.map((framework) => framework.id)
  assert.deepEqual(ids(await productsOf('starter')), ['essential-eight'])
  const professional = catalogue.filter((id) => ['essential-eight', 'nist-csf'].includes(id))
  assert.deepEqual(ids(await productsOf('professional')), professional)
  assert.deepEqual(ids(await productsOf('enterprise')), catalogue)
})

test('every product that a plan lists can be run on that plan', async () => {
  for (const plan of ['starter', 'professional', 'enterprise'] as const) {
    const client = await api.as(plan, plan)
    const customerId = await makeCustomer(client)
    for (const product of ids(await productsOf(plan))) {
      const run = await client.post('/v1/partner/assessments', { customerId, product })
      assert.equal(`${run.status} ${run.body.product}`, `202 ${product}`)
    }
  }
})
