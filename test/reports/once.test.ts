import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOnce } from '../../src/features/reports/content/editions/action-findings.ts'
import { factOnce } from '../../src/features/reports/content/editions/action-texts.ts'
import { Once } from '../../src/features/reports/content/once.ts'
import { actionWords, findingWords, wordsText } from '../../src/features/reports/content/words/references.ts'

test('a sentence appears once in a document, and later texts refer to it', () => {
  const once = new Once()
  assert.deepEqual(once.take('Nobody is covered by any policy.', 'A'), {
    text: 'Nobody is covered by any policy.',
    elsewhere: [],
  })
  assert.deepEqual(once.take('Nobody is covered by any policy. Two guests are.', 'B'), {
    text: 'Two guests are.',
    elsewhere: ['A'],
  })
})

test('the same names are listed once, unless they are few and short', () => {
  const once = new Once()
  const [few, detailed] = [['LT-1', 'LT-2'], ['LT-1', 'LT-2'].map((name) => `${name} (${'program 1.0, '.repeat(5)})`)]
  assert.deepEqual(
    [few, few].map((names, index) => once.namesAt(names, `F-${index}`)),
    [undefined, undefined],
  )
  assert.deepEqual(
    [detailed, detailed].map((names, index) => once.namesAt(names, `D-${index}`)),
    [undefined, 'D-0'],
  )
})

test('what is counted is said of each requirement', () => {
  const once = new Once()
  const counted = 'Guests are counted separately: 4 of 4 are covered.'
  once.take(`30 of 37 devices have no open flaw. ${counted}`, 'A')
  assert.equal(
    once.take(`31 of 37 devices are free of it. ${counted}`, 'B').text,
    `31 of 37 devices are free of it. ${counted}`,
  )
  assert.deepEqual(once.take(`30 of 37 devices have no open flaw. ${counted}`, 'C'), { text: '', elsewhere: ['A'] })
})

test('a sentence that says nothing without the one before it is stated wherever that one is', () => {
  const once = new Once()
  const none = 'None of them is set on any of 22 managed Windows devices.'
  once.take(`8 settings decide whether macros are disabled. ${none}`, 'A')
  assert.equal(
    once.take(`3 settings decide whether PowerShell is logged. ${none}`, 'B').text,
    `3 settings decide whether PowerShell is logged. ${none}`,
  )
  assert.deepEqual(once.take(`3 settings decide whether PowerShell is logged. ${none}`, 'C'), {
    text: '',
    elsewhere: ['B'],
  })
})

test('who is not covered, and by what, is stated with what it is about, never by a reference to something else', () => {
  const once = new Once()
  const who = [
    'Administrators who are not covered: ann@contoso.com.',
    'Permanent Global Administrators who are not covered: ann@contoso.com.',
    'Not covered: ann@contoso.com, bob@contoso.com.',
    'They are permanent Global Administrators.',
    '‘MFA’ and ‘Risk’ between them exclude 2 accounts.',
    'Not set for User Administrator and 2 more.',
    'This is not the case for ann@contoso.com.',
    '2 users are not included by any policy that demands this: ann@contoso.com, bob@contoso.com.',
    'Everybody would be covered if ‘MFA’ did not exclude 1 account (ann@contoso.com).',
    'Report-only policies enforce nothing; ‘Pilot’ would cover 2 users.',
    '“Rules - audit” sets “audit”, “Rules - old” sets “audit”.',
    'Not assigned to anyone: “Rules - block (draft)”.',
  ]
  for (const [index, sentence] of who.entries()) {
    const first = `${index} users of 9 sign in in the first way. ${sentence}`
    const second = `${index} users of 9 sign in in the second way. ${sentence}`
    once.take(first, `A${index}`)
    assert.deepEqual(once.take(second, `B${index}`), { text: second, elsewhere: [] })
    assert.deepEqual(once.take(second, `C${index}`), { text: '', elsewhere: [`B${index}`] })
  }
  const part = 'A part of this could not be evaluated.'
  once.take(part, 'A')
  assert.deepEqual(once.take(part, 'B'), { text: part, elsewhere: [] })
  const nothing = 'The tenant does not show this.'
  once.take(nothing, 'A')
  assert.deepEqual(once.take(nothing, 'B'), { text: nothing, elsewhere: [] })
})

test('a fact about a policy is stated once, and the reference leads to the row that states it', () => {
  const once = new Once()
  const fact = '‘CA001’ excludes 1 account (ann@contoso.com).'
  once.take(`1 of 9 users must use a second factor. ${fact}`, 'A')
  once.take('2 of 9 users are blocked at high risk. Administrators who are not covered: bob@contoso.com.', 'B')
  const text = '1 of 9 users must not use old clients. Administrators who are not covered: bob@contoso.com.'
  assert.deepEqual(once.take(`${text} ${fact}`, 'C'), { text, elsewhere: ['A'] })
})

test('what depends on a known sentence is stated with it again, unless it is known together with it', () => {
  const once = new Once()
  const head = '3 of 9 users must use a second factor.'
  const [first, second] = [
    'Not covered: ann@contoso.com.',
    'Report-only policies enforce nothing; ‘Pilot’ would cover 2 users.',
  ]
  once.take(`${head} ${first}`, 'A')
  assert.deepEqual(once.take(`${head} ${second}`, 'B'), { text: `${head} ${second}`, elsewhere: [] })
  assert.deepEqual(once.take(`${head} ${first}`, 'C'), { text: '', elsewhere: ['A'] })
  assert.deepEqual(once.take(`${head} ${second}`, 'D'), { text: '', elsewhere: ['B'] }, 'the place that has both')
  const both = `${head} ${first} ${second}`
  assert.deepEqual(once.take(both, 'E'), { text: both, elsewhere: [] }, 'no place has all of it')
  assert.deepEqual(once.take(both, 'F'), { text: '', elsewhere: ['E'] })
})

test('the note of an answer appears once for each requirement, without references to it', () => {
  const once = new Once()
  const answer = 'People answered “yes”. Their note: Group policy on all computers. Checked in May.'
  assert.equal(once.take(`Nothing was found on any device. ${answer}`, 'A').text.endsWith(answer), true)
  assert.deepEqual(once.take(answer, 'A'), { text: 'People answered “yes”.', elsewhere: [] })
  assert.deepEqual(once.take(answer, 'B'), { text: answer, elsewhere: [] })
  const rows = ['one', 'other'].map((anchor) => once.take(answer, anchor, 'C').text)
  assert.deepEqual(rows, [answer, 'People answered “yes”.'])
})

test('fragments and notes do not remain where all of a text stands, with its note, elsewhere', () => {
  const once = new Once()
  const backup = 'Microsoft 365 Backup is active for no service. SharePoint: no policy. OneDrive: no policy.'
  once.take(backup, 'A')
  assert.deepEqual(once.take(backup, 'B'), { text: '', elsewhere: ['A'] })
  const other = 'Microsoft 365 Backup is active for no service. SharePoint: not active.'
  assert.deepEqual(once.take(other, 'C'), { text: 'SharePoint: not active.', elsewhere: ['A'] })
  const answer = 'People answered “no” to “Is anybody allowed to run Office macros?”. Their note:'
  once.take(`${answer} Switched off for everyone.`, 'D')
  assert.deepEqual(once.take(`${answer} Switched off for everyone.`, 'E'), { text: '', elsewhere: ['D'] })
  assert.deepEqual(once.take(`${answer} By group policy.`, 'F'), {
    text: 'Their note: By group policy.',
    elsewhere: ['D'],
  })
})

test('a text names actions in order and together', () => {
  const lists = [[5], [5, 1], [9, 1, 4]].map(actionWords).map(wordsText)
  assert.deepEqual(lists, ['action 5', 'actions 1 and 5', 'actions 1, 4 and 9'])
})

test('a text names findings of its own action first, and then those of others with their actions', () => {
  const finding = (id: string, of?: number) => ({ kind: 'finding' as const, id, ...(of !== undefined && { of }) })
  const [own, first, second, later] = [finding('A'), finding('B', 2), finding('C', 2), finding('D', 10)]
  const lists = [[own, finding('E')], [first], [first, second], [later, own, first, second]]
  assert.deepEqual(
    lists.map((list) => wordsText(findingWords(list))),
    ['A and E', 'B in action 2', 'B and C in action 2', 'A, for B and C in action 2 and for D in action 10'],
  )
})

const findingOf = (id: string, observed: string) => ({
  ...{ id, observed, statement: `The statement of ${id}.`, expected: '', remedy: '', groups: [] },
  ...({ severity: 'high', verdict: 'ineffective' } as const),
})

/** What an action says of findings, as text. */
const writtenOf = (once: Once, number: number, ...findings: [id: string, observed: string][]) =>
  findingsOnce(
    once,
    findings.map(([id, observed]) => findingOf(id, observed)),
    number,
  ).map(({ findings: titles, found }) => ({
    titles: titles.map(({ id, answered, note }) => [id, answered, note].filter((part) => part !== '').join(', ')),
    found: wordsText(found),
  }))

test('of settings about which the same was found, an action says it once, below what they are about', () => {
  const once = new Once()
  const reports = ', and 0 of 9 measured devices report to Secure Score that it is in place.'
  const onDevices = (what: string): string =>
    `Intune policies require on 0 of 9 managed Windows devices that ${what}${reports} Not assigned to anyone: “Draft”.`
  const settings = ['Office cannot start programs', 'Office cannot write programs', 'Reader cannot start programs']
  const [start = '', write = '', reader = ''] = settings.map(onDevices)
  assert.deepEqual(writtenOf(once, 1, ['A', start], ['B', write]), [
    {
      titles: ['A', 'B'],
      found: `Each of these: Intune policies require it on 0 of 9 managed Windows devices${reports} Not assigned to anyone: “Draft”.`,
    },
  ])
  assert.deepEqual(writtenOf(once, 2, ['C', start], ['D', reader]), [
    { titles: ['C'], found: 'As for A in action 1.' },
    { titles: ['D'], found: reader },
  ])
  const several = (what: string): string =>
    `82 settings decide whether ${what}: Intune policies set none of them on any of 9 managed Windows devices.`
  assert.deepEqual(writtenOf(once, 3, ['E', several('Office is hardened')], ['F', several('users cannot change it')]), [
    {
      titles: ['E', 'F'],
      found:
        'Each of these: 82 settings decide it; Intune policies set none of them on any of 9 managed Windows devices.',
    },
  ])
})

test('the answer of a finding is separate from what was found, and a reference never stands for it', () => {
  const once = new Once()
  const found = 'Nothing was found on any of 34 managed Windows devices, phones and tablets.'
  const both = `${found} People put this at level 1. Their note: Not yet.`
  const written = (id: string, observed: string) => writtenOf(once, 1, [id, observed])
  assert.deepEqual(written('A', both), [{ titles: ['A, (answer: level 1), Their note: Not yet.'], found }])
  assert.deepEqual(written('A', both), [{ titles: ['A, (answer: level 1)'], found: '' }])
  assert.deepEqual(written('B', both), [{ titles: ['B, (answer: level 1), Their note: Not yet.'], found: 'As for A.' }])
  assert.deepEqual(written('C', 'People answered “no”.'), [{ titles: ['C, (answer: “no”)'], found: '' }])
  const part = '3 settings decide whether logs are written.'
  const long = `${found.slice(0, -1)}${', not even an attempt'.repeat(5)}.`
  written('D', long)
  assert.equal(written('E', `${part} ${long}`)[0]?.found, `${part} The rest is as for D.`)
  const [inAnother] = writtenOf(once, 2, ['G', found])
  assert.equal(inAnother?.found, 'As for A in action 1.', 'a finding of another action is named with the action')
  const [described] = writtenOf(once, 2, ['A', found])
  assert.equal(described?.found, '', 'the title says that it is described there')
})

test('a reference after what only says that something is not seen is about the reason', () => {
  const once = new Once()
  const [hidden, failed] = ['The tenant does not show this.', 'This could not be evaluated.']
  const why = `The tenant has no licence for ${'Microsoft Entra ID P2 or '.repeat(6)}E5.`
  const other = 'Nobody has read the list of devices.'
  const found = (id: string, observed: string) => writtenOf(once, 1, [id, observed]).map((each) => each.found)
  assert.deepEqual(found('A', `${failed} ${other}`), [`${failed} ${other}`])
  assert.deepEqual(found('B', `${hidden} ${why}`), [`${hidden} ${why}`])
  assert.deepEqual(found('C', `${hidden} ${why}`), [`${hidden} The reason is the same as for B.`])
  assert.deepEqual(found('D', `${failed} ${why}`), [`${failed} ${why}`], 'B says something else of what is not seen')
  assert.deepEqual(found('E', `${failed} ${why}`), [`${failed} The reason is the same as for D.`])
})

test('findings of an action about which the same was found stand together, and it is stated once', () => {
  const once = new Once()
  const [none, some] = ['The tenant does not show this. There is no licence.', 'Some devices were read this month.']
  assert.deepEqual(
    writtenOf(
      once,
      1,
      ['A', `${none} People answered “no”.`],
      ['B', some],
      ['C', `${none} People answered “no”.`],
      ['D', ''],
    ),
    [
      { titles: ['A, (answer: “no”)', 'C, (answer: “no”)'], found: none },
      { titles: ['B'], found: some },
      { titles: ['D'], found: '' },
    ],
  )
})

test('findings with other names stand apart', () => {
  const found = 'Some accounts are not covered.'
  const listed = [
    ['ann', 'bob', 'cid', 'dan'],
    ['ann', 'bob', 'cid', 'eve'],
    undefined,
    ['ann', 'bob', 'cid', 'eve'],
  ].map((items, index) => ({ ...findingOf(String(index), found), ...(items && { affected: { items, total: 4 } }) }))
  const written = findingsOnce(new Once(), listed, 1)
  assert.deepEqual(
    written.map(({ findings, names }) => [findings.map(({ id }) => id).join(), names?.items.at(-1)]),
    [
      ['0', 'dan'],
      ['1,3', 'eve'],
      ['2', undefined],
    ],
  )
})

test('an action never leaves out a fact: it names the action that has the same, unless that is short', () => {
  const once = new Once()
  const short = 'Microsoft Entra ID P2, which Microsoft 365 E5 includes'
  const long = `${short}, ${'or E5 '.repeat(12)}`.trim()
  const facts = (...all: [term: string, text: string][]) =>
    all.map(([term, text], index) => wordsText(factOnce(once, term, text, index + 1)))
  assert.deepEqual(facts(['Licence', short], ['Licence', short], ['Licence', long], ['Licence', long]), [
    short,
    short,
    long,
    'As for action 3',
  ])
  const more = `${long}. Or an add-on.`
  assert.deepEqual(facts(['Licence', more], ['Done when', more]), [more, more], 'of another fact, or only a part of it')
})

test('a list of names stands in the actions once, unless it is short', () => {
  const once = new Once()
  const names = ['PC-1', 'PC-2', 'PC-3', 'PC-4']
  assert.deepEqual(
    [once.namesAt(names, 'A'), once.namesAt(names, 'A'), once.namesAt(names, 'B')],
    [undefined, 'A', 'A'],
  )
  assert.deepEqual([once.namesAt(['PC-1'], 'A'), once.namesAt(['PC-1'], 'B')], [undefined, undefined])
})
