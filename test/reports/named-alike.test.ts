import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesText } from '../../src/features/reports/content/rows/named-alike.ts'
import { renderAffected } from '../../src/features/reports/html/frame/names.ts'
import { toHtml } from '../../src/shared/html/html.ts'

const on = (n: number, ...names: string[]): string[] => names.map((name) => `${name} (in place on ${n} of 34 devices)`)
const alike = { items: on(0, 'Word: macros disabled', 'Excel: macros disabled'), total: 2 }
const mixed = { items: [...on(29, 'Word', 'Excel'), ...on(20, 'Visio'), ...on(29, 'Access')], total: 4 }

test('on how many devices settings are is said once for those of which it is the same', () => {
  assert.equal(namesText(alike, 12), 'Word: macros disabled, Excel: macros disabled (each in place on 0 of 34 devices)')
  assert.equal(
    namesText(mixed, 12),
    'Word, Excel, Access (each in place on 29 of 34 devices); Visio (in place on 20 of 34 devices)',
  )
  assert.equal(namesText({ items: ['PC-1 (old)', 'PC-2 (old)'], total: 2 }, 12), 'PC-1 (old), PC-2 (old)')
})

test('names that are left out are said to be alike only if the result shows it', () => {
  assert.equal(
    namesText({ items: on(0, 'A', 'B', 'C'), total: 3 }, 2),
    'A, B and 1 more (each in place on 0 of 34 devices)',
  )
  const many = { items: on(0, 'A', 'B'), total: 9 }
  assert.equal(namesText(many, 2), 'A, B (each in place on 0 of 34 devices) and 7 more')
  assert.equal(
    namesText({ items: [...on(0, 'A', 'B'), ...on(5, 'C')], total: 3 }, 2),
    'A, B (each in place on 0 of 34 devices) and 1 more',
  )
})

test('a page has all names, below what is the same about them', () => {
  const page = toHtml(renderAffected(alike))
  assert.match(page, /<summary>Affected: 2 settings, each in place on 0 of 34 devices<\/summary>/)
  assert.match(page, /<li>Word: macros disabled<\/li><li>Excel: macros disabled<\/li><\/ul>/)
  const parts = toHtml(renderAffected(mixed))
  assert.match(parts, /<summary>Affected: 4 settings<\/summary><p class="soft">In place on 29 of 34 devices<\/p>/)
  assert.match(parts, /<li>Excel<\/li><li>Access<\/li><\/ul><p class="soft">In place on 20 of 34 devices<\/p>/)
  assert.doesNotMatch(toHtml(renderAffected({ items: on(0, 'A', 'B'), total: 9 })), /each/)
})
