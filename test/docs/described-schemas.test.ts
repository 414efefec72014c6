import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { type TObject, Type } from 'typebox'
import { describeApi } from '../../src/http/openapi/description.ts'
import { fields } from '../../src/shared/json.ts'

const WIDGET = Type.Object({ size: Type.Integer() }, { title: 'Widget', description: 'A part of a machine.' })
const MACHINE = Type.Object({ widget: WIDGET }, { title: 'Machine' })

/** The description of an API whose routes answer 200 with these, in this order. */
async function describe(answers: readonly TObject[]): Promise<{ schemas: unknown; refs: unknown[] }> {
  const http = fastify()
  await describeApi(http, { baseUrl: 'https://localhost', version: '1' })
  for (const [index, answer] of answers.entries())
    http.get(`/api/${index}`, { schema: { tags: ['Account'], response: { 200: answer } } }, async () => ({}))
  await http.ready()
  const { paths, components } = fields(http.swagger())
  const refs = answers.map((_, index) => {
    const { responses } = fields(fields(fields(paths)[`/${index}`]).get)
    const { content, description } = fields(fields(responses)[200])
    return { description, ...fields(fields(fields(content)['application/json']).schema) }
  })
  return { schemas: fields(components).schemas, refs }
}

test('a schema with a title and a description may be a response, and a part of another one', async () => {
  const widget = { $ref: '#/components/schemas/Widget', description: 'A part of a machine.' }
  const machine = { $ref: '#/components/schemas/Machine', description: 'Done.' }
  const first = await describe([WIDGET, MACHINE])
  assert.deepEqual(first.refs, [widget, machine])
  const second = await describe([MACHINE, WIDGET])
  assert.deepEqual(second.refs, [machine, widget])
  for (const { schemas } of [first, second]) {
    const { Widget, Machine } = fields(schemas)
    assert.deepEqual(fields(Widget).properties, { size: { type: 'integer' } })
    assert.equal(fields(Widget).description, 'A part of a machine.')
    assert.deepEqual(fields(Machine).properties, { widget: { $ref: '#/components/schemas/Widget' } })
  }
})

test('two different schemas must not have one title', async () => {
  for (const other of [
    Type.Object({ size: Type.String() }, { title: 'Widget' }),
    Type.Object({ size: Type.Integer() }, { title: 'Widget', description: 'A part of a program.' }),
  ]) {
    const holder = Type.Object({ other }, { title: 'Holder' })
    await assert.rejects(describe([MACHINE, holder]), /two schemas have the title Widget/)
  }
})
