import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { formatResult } from '../../src/cli/assess/result-table.ts'
import { MACRO_SCAN_SCOPE } from '../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../src/engine/readers/settings/setting.ts'
import { actionsOf } from '../../src/engine/results/actions.ts'
import { priorities } from '../../src/engine/results/priorities.ts'
import { assess, everywhere, smallTenant } from '../engine/tenant-builder.ts'
import { sampleResult } from '../reports/sample.ts'

const plain = { width: 80, colour: false, productName: 'Essential Eight' }

test('no line is wider than the width, with or without colour', () => {
  for (const posture of ['weak', 'mixed', 'strong'] as const) {
    for (const width of [24, 37, 40, 60, 79, 80, 120, 200]) {
      for (const colour of [true, false]) {
        for (const line of stripVTControlCharacters(
          formatResult(sampleResult(posture), { ...plain, width, colour }),
        ).split('\n')) {
          assert.ok([...line].length <= width, `${width}: ${line}`)
        }
      }
    }
  }
})

test('long words are broken and long names cut to fit the width', () => {
  const result = sampleResult('weak')
  const groups = result.groups.map((group) => ({ ...group, name: `${group.name} ${'x'.repeat(90)}` }))
  const requirements = result.requirements.map((row) => ({ ...row, remedy: `Set ${'Q'.repeat(200)} now.` }))
  for (const width of [30, 80]) {
    const table = formatResult({ ...result, groups, requirements }, { ...plain, width })
    for (const line of table.split('\n')) assert.ok([...line].length <= width, `${width}: ${line}`)
    assert.match(table, /…/)
    assert.equal(table.match(/Q/g)?.length, 2000, 'ten remedies, no letter lost')
  }
})

test('characters of two columns, as in Japanese names, fit the width as well', () => {
  const result = sampleResult('weak')
  const groups = result.groups.map((group) => ({ ...group, name: '東京都庁'.repeat(12) }))
  const requirements = result.requirements.map((row) => ({ ...row, remedy: `${'設定'.repeat(60)} 👩‍💻 ${row.remedy}` }))
  for (const width of [24, 31, 80]) {
    const table = formatResult({ ...result, groups, requirements }, { ...plain, width })
    for (const line of table.split('\n')) assert.ok(stringWidth(line) <= width, `${width}: ${line}`)
  }
})

test('the table has score, ceiling, maturity, coverage, findings, each group and the unknowns', () => {
  const result = sampleResult('mixed')
  const table = formatResult(result, plain)
  assert.match(table, /^Essential Eight 2023-11, target level 2$/m)
  assert.match(table, new RegExp(`^Score +${result.score} of 100, up to ${result.scoreCeiling} `, 'm'))
  assert.match(table, /^Maturity +level 0, target 2$/m)
  assert.match(table, /^Known +\d+% of 21 checks, \d+ unknown$/m)
  assert.match(
    table,
    new RegExp(`^Findings +${result.findings}: 0 critical, ${result.high} high, ${result.medium} medium`, 'm'),
  )
  for (const { name, score, settled, inScope } of result.groups) {
    assert.match(table, new RegExp(`^${name} .* ${Math.round(score)} .* ${settled} of ${inScope}$`, 'm'))
  }
  const unknown = result.groups.reduce((sum, group) => sum + group.inScope - group.settled, 0)
  assert.match(table, new RegExp(`^${unknown} checks unknown, not counted as findings`, 'm'))
})

test('at most ten actions are listed, none of them for unknowns', () => {
  const result = sampleResult('weak')
  const table = formatResult(result, plain)
  const listed = [...table.matchAll(/^ ?\d+\. (?:Critical|High|Medium|Low) (ISM-\d+)/gm)].map(([, id]) => id)
  assert.equal(listed.length, 10)
  assert.match(table, new RegExp(`And ${result.findings - 10} more findings?\\.`))
  for (const { id, verdict } of result.requirements) {
    if (verdict === 'no_visibility') assert.ok(!listed.includes(id), id)
  }
})

test('a finding that contradicts an answer is marked, and each such control is named once', () => {
  const result = sampleResult('weak')
  assert.doesNotMatch(formatResult(result, plain), /answered/)
  const [first] = priorities(result, 1)
  assert.ok(first)
  const contradiction = 'People answered “yes”, but the tenant shows that it is not in place.'
  const requirements = result.requirements.map((row) => (row.id === first.id ? { ...row, contradiction } : row))
  const table = formatResult({ ...result, requirements }, { ...plain, width: 120 })
  assert.match(table, new RegExp(`^ 1\\. \\w+ ${first.id}.*, contradicts the answer: `, 'm'))
  assert.match(table, new RegExp(`The tenant contradicts the answers: ${first.id}\\.$`))
})

test('colour only repeats what the text says', () => {
  const coloured = formatResult(sampleResult('weak'), { ...plain, colour: true })
  const uncoloured = formatResult(sampleResult('weak'), plain)
  assert.notEqual(coloured, uncoloured)
  assert.equal(stripVTControlCharacters(coloured), uncoloured)
})

test('control characters in a text do not reach the terminal', () => {
  const result = sampleResult('weak')
  const evil = '\u001b[2J\u001b]0;owned\u0007\u202egone'
  const table = formatResult(
    {
      ...result,
      product: evil,
      groups: result.groups.map((group) => ({ ...group, name: evil })),
      requirements: result.requirements.map((row) => ({ ...row, id: `${row.id}${evil}`, remedy: evil })),
    },
    { width: 80, colour: false },
  )
  assert.equal(table.replaceAll('\n', '').match(/\p{C}/u), null)
})

test('each requirement at the target is listed once, by what its verdict rests on', () => {
  const result = sampleResult('mixed')
  const bases = ['seen', 'contrary', 'absent', 'blind', 'reported'] as const
  const requirements = result.requirements.map((row, index) => ({ ...row, basis: bases[index % 5] ?? 'seen' }))
  const table = formatResult({ ...result, requirements: [...requirements, ...requirements] }, { ...plain, width: 300 })
  const atTarget = requirements.filter(({ levels }) => levels.includes(2))
  for (const basis of bases) {
    const ids = atTarget.filter((row) => row.basis === basis).map(({ id }) => id)
    const label = `${basis.charAt(0).toUpperCase()}${basis.slice(1)}`.padEnd(10)
    assert.ok(table.includes(`\n${label}${ids.length}: ${ids.join(', ')}`), `${basis}: ${table}`)
  }
  assert.doesNotMatch(formatResult(result, plain), /rest on/)
})

test('declared emergency accounts are named, and those that do not exist', () => {
  const emergencyAccounts = { setAside: ['a@contoso.com', 'b@contoso.com'], notFound: ['gone@contoso.com'] }
  const table = formatResult({ ...sampleResult('mixed'), emergencyAccounts }, plain)
  assert.match(table, /^Emergency accounts excluded: a@contoso\.com, b@contoso\.com\.$/m)
  assert.match(table, /^Emergency accounts that do not exist: gone@contoso\.com\.$/m)
  assert.doesNotMatch(formatResult(sampleResult('mixed'), plain), /Emergency/)
})

test('missing permissions are named with what to do', () => {
  const missingPermissions = ['Device.Read.All', 'Domain.Read.All', 'Policy.Read.All']
  const text = formatResult({ ...sampleResult('mixed'), missingPermissions }, { width: 300, colour: false })
  // No check of this framework reads domains.
  assert.match(text, /has approved these permissions: Device\.Read\.All, Policy\.Read\.All\. .*approve again/)
})

test('actions have the same wording as in the reports, which fits any combination of products', () => {
  const values = smallTenant({ policies: { Macros: [choice(MACRO_SCAN_SCOPE, '0')] } })
  const result = assess(values, everywhere('no'))
  const table = formatResult(result, { width: 400, colour: false })
  const titles = actionsOf(result).map(({ title }) => title)
  const items = table.split('\n').filter((line) => /^ *\d+\. \w+ ISM-/.test(line))
  assert.equal(items.length, 10)
  for (const line of items)
    assert.ok(
      titles.some((title) => line.includes(`: ${title}`)),
      line,
    )
})

test('a level that what is unknown could raise is not known', () => {
  const result = sampleResult('strong')
  const requirements = result.requirements.map((row, index) => ({
    ...row,
    verdict: index === 0 ? ('effective' as const) : ('not_assessed' as const),
  }))
  const groups = result.groups.map((group) => ({ ...group, maturityAchieved: 0 }))
  const unknown = { ...result, requirements, groups, maturityAchieved: 0, coverage: 0.1 }
  const table = formatResult(unknown, plain)
  assert.match(table, /^Maturity +not known, target 2$/m)
  for (const { name } of groups) assert.match(table, new RegExp(`^${name} .* – `, 'm'))
})
