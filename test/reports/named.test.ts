import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllNamed, withoutListed } from '../../src/features/reports/content/rows/named.ts'

const items = ['ada@fabrikam.example', 'bo@fabrikam.example', 'cy@fabrikam.example', 'di@fabrikam.example']
const all = { items, total: 4 }
const some = 'ada@fabrikam.example, bo@fabrikam.example and 2 more'

test('a text does not begin to name all who are affected, because the list has them', () => {
  assert.equal(
    withoutListed(`Not covered: ${some}. The rest is fine.`, all),
    'Not covered: the 4 affected. The rest is fine.',
  )
  assert.equal(withoutListed(`Nothing is registered for ${some}.`, all), 'Nothing is registered for the 4 affected.')
  assert.equal(
    withoutListed(`None is covered. 4 users are not included by any policy: ${some}.`, all),
    'None is covered. 4 users are not included by any policy.',
  )
})

test('a text names a part of those who are affected, and others', () => {
  const part = 'Administrators who are not covered: ada@fabrikam.example, bo@fabrikam.example and 1 more.'
  assert.equal(withoutListed(part, all), part)
  const others = 'Not covered: eve@fabrikam.example, bo@fabrikam.example and 2 more.'
  assert.equal(withoutListed(others, all), others)
  assert.equal(withoutListed(part, undefined), part)
})

test('a list is left out only where the text has every name in full', () => {
  const one = { items: ['bo@fabrikam.example'], total: 1 }
  assert.equal(isAllNamed('Nothing is registered for bo@fabrikam.example.', one), true)
  assert.equal(isAllNamed('Nothing is registered for jim.bo@fabrikam.example.', one), false)
  assert.equal(isAllNamed('Nothing is registered for bo@fabrikam.example.com.', one), false)
  assert.equal(isAllNamed(`Not covered: ${some}.`, all), false)
  assert.equal(isAllNamed(items.join(', '), { items, total: 9 }), false)
})
