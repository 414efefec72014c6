import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REMEDIES } from '../../src/engine/remedies/catalogue.ts'
import { ACTION_WORDS, changeText } from '../../src/features/reports/content/words/actions.ts'
import { codeLines } from '../../src/features/reports/pdf/content/actions/code-lines.ts'

test('a long line of PowerShell breaks where the statement goes on by itself, or with a backtick', () => {
  assert.deepEqual(codeLines('Get-Item -All | Where-Object { $_.Name }', 'PowerShell', 30), [
    'Get-Item -All | Where-Object {',
    '  $_.Name }',
  ])
  assert.deepEqual(codeLines('Set-Something -Name One -Value Two -Third Three', 'PowerShell', 26), [
    'Set-Something -Name One `',
    '  -Value Two -Third Three',
  ])
})

test('strings are not divided, and comments go on as comments', () => {
  assert.deepEqual(codeLines("Set-It -Name 'a name of many words' -Now", 'PowerShell', 30), [
    'Set-It -Name `',
    "  'a name of many words' -Now",
  ])
  assert.deepEqual(codeLines('# A comment that is longer than one line', 'PowerShell', 24), [
    '# A comment that is',
    '# longer than one line',
  ])
})

test('a long address breaks before its query, or after a slash', () => {
  const address = 'GET https://graph.microsoft.com/v1.0/policies/authentication'
  assert.deepEqual(codeLines(`${address}?$select=state,settings&$top=5`, 'Graph', 65), [
    address,
    '  ?$select=state,settings&$top=5',
  ])
  assert.deepEqual(codeLines(address, 'Graph', 50), [
    'GET https://graph.microsoft.com/v1.0/policies/',
    '  authentication',
  ])
})

test('a backtick never gets into a text of several lines', () => {
  const query = "$query = @'\n| summarize Devices = dcount(DeviceId) by SoftwareName\n'@\nGet-It -Query $query -Now"
  assert.deepEqual(codeLines(query, 'PowerShell', 22), [
    "$query = @'",
    '| summarize Devices =',
    '  dcount(DeviceId) by',
    '  SoftwareName',
    "'@",
    'Get-It -Query $query `',
    '  -Now',
  ])
})

test('only addresses are longer than a line on paper, and scripts say the same as before', () => {
  const bare = (text: string, space: string): string =>
    text.replaceAll(/ `$/gm, '').replaceAll(/^ *# /gm, '').replaceAll(/\s+/g, space)
  for (const { id, script } of REMEDIES) {
    for (const code of [script?.check ?? '', script?.change ?? '']) {
      const lines = codeLines(code, script?.language ?? 'PowerShell', 95)
      for (const line of lines) assert.ok(line.length <= 95 || line.includes('https://'), `${id}: ${line}`)
      const space = script?.language === 'Graph' ? '' : ' '
      assert.equal(bare(lines.join('\n'), space), bare(code, space), id)
    }
  }
})

test('a script with -WhatIf is called a preview and says how to make the change, on pages as in workbooks', () => {
  for (const remedy of REMEDIES) {
    const { id, script } = remedy
    if (script?.change === undefined) continue
    const label = ACTION_WORDS.change(script.change)
    if (!script.change.includes('-WhatIf')) {
      assert.equal(label, 'Then make the change', id)
      assert.equal(changeText(remedy), script.change, id)
      continue
    }
    assert.match(label, /see what would change; run it without -WhatIf to make the change$/, id)
    assert.match(changeText(remedy) ?? '', /^# This shows what would change; run it without -WhatIf/, id)
  }
})
