import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { identifiersIn } from './identifiers.ts'

/** Words that the code no longer uses, with the standard terms. Names of columns and of stored JSON are exempt. */
const RETIRED: Readonly<Record<string, string>> = {
  settle: 'resolve (a settlement is between us and a distributor)',
  settled: 'resolved',
  standing: 'active, current',
  judge: 'evaluate, validate',
  judged: 'evaluated',
  tell: 'format, notify, log',
  told: 'formatted, notified',
  said: 'logged, answered',
  kept: 'stored',
  keep: 'store',
  held: 'locked, leased',
  hold: 'lock, lease',
  most: 'max',
  least: 'min',
  standard: 'default',
  suite: 'simulator',
  sight: 'visibility',
  ground: 'shared',
  house: 'maintenance',
  chore: 'periodic task',
  chores: 'periodic tasks',
  turns: 'serial queue',
  moment: 'datetime',
}

/** Identifiers that may contain such a word, by reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'defined by Node, npm packages or Microsoft': [
    'allSettled',
    'keepAlive',
    'keepAliveTimeout',
    'keepAliveMaxTimeout',
    'EXCHANGE_S_STANDARD',
    'keepPreviousData',
  ],
  'Standard Webhooks is the name of the signature scheme': ['signStandard', 'standardKey'],
  'PIM calls permanent assignments, as opposed to eligible ones, standing': [
    'standing',
    'standingAdministrators',
    'isStandingControl',
    'isStandingGlobal',
  ],
  'the id of a check': ['leastPrivilege', 'least_privilege'],
  'a setting of PostgreSQL': ['wal_keep_size'],
  'stored in results, or the name of a column': ['settled', 'sight', 'told_at'],
  'the settings are named PLUMBLINE_KEEP_…': [
    'keepAttachmentsDays',
    'keepAttemptsDays',
    'keepAuditDays',
    'keepDeletedDays',
    'keepDeliveriesDays',
    'keepEventsDays',
    'keepIdempotencyHours',
    'keepMailsDays',
    'keepRunsDays',
    'keepSessionsDays',
  ],
}
const EXCEPTED = new Set(Object.values(EXCEPTIONS).flat())
/** The names of settings are fixed. */
const SETTING = /^PLUMBLINE_/

/** Files in which one such name is defined by others: it may not appear elsewhere. */
const EXCEPTED_IN: Readonly<Record<string, string>> = {
  'cluster/run.ts': 'keep', // An option of the command line.
  'test/docs/webhook-receivers.test.ts': 'standard', // Vectors for Standard Webhooks.
}

const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

function findRetired(name: string): string | undefined {
  if (EXCEPTED.has(name) || SETTING.test(name)) return undefined
  const word = wordsOf(name).find((each) => Object.hasOwn(RETIRED, each))
  return word && `${name}: not ${word}, but ${RETIRED[word]}`
}

/** The names of log events in the code, such as `webhook.reconcile.mismatch`. */
const eventsIn = (code: string): string[] => [...code.matchAll(/\bevent: '([a-z.-]+)'/g)].map(([, name = '']) => name)

/** In .tsx text is between elements too, where single words are not identifiers: what is declared counts, and what has several words. */
const namesInTsx = (code: string): string[] => [
  ...[...code.matchAll(/\b(?:const|let|function|type|interface) ([A-Za-z_$][\w$]*)/g)].map(([, name = '']) => name),
  ...(code.match(/\b[A-Za-z]+[a-z][A-Z]\w*\b/g) ?? []),
]

const FILES = ['{src,portal,test,bench,cluster,fuzz}/**/*.{ts,tsx}', 'packages/*/{src,test}/**/*.ts', 'bin/*.js']
/** Generated, and this test, which names the words. */
const NOT_READ = ['src/platform/database/tables.gen.ts', 'test/words.test.ts']

test('no identifier, file name or log event contains a retired word', () => {
  const found = new Set<string>()
  for (const file of globSync(FILES, { exclude: NOT_READ })) {
    const code = readFileSync(file, 'utf8')
    const identifiers = file.endsWith('.tsx') ? namesInTsx(code) : identifiersIn(code)
    const names = file.split(/[/.]/).map((part) => part.replaceAll('-', '_'))
    for (const name of [...identifiers, ...eventsIn(code), ...names]) {
      const retired = EXCEPTED_IN[file] === name ? undefined : findRetired(name)
      if (retired !== undefined) found.add(`${file}: ${retired}`)
    }
  }
  assert.deepEqual([...found].sort(), [])
})

test('the rule finds retired words in any spelling, and only in identifiers', () => {
  const text = `const MAX_KEPT = tellAll(\`\${judgeRow({ a: \`most\` })} told\`) // held
const b = 'settled'`
  const found = identifiersIn(text).flatMap((name) => findRetired(name)?.split(':')[0] ?? [])
  assert.deepEqual(found, ['MAX_KEPT', 'tellAll', 'judgeRow'])
  assert.deepEqual(eventsIn("log.warn({ event: 'mail.held-back', id })").map(findRetired), [
    'mail.held-back: not held, but locked, leased',
  ])
})

/** Phrases of before that no engineer would say, in any text: comments, messages, styles, pages and names of tests. */
const ODD =
  /\ball the same\b|\bso many\b|\bgoes on with\b|\bwhoever\b|\bfor ever\b|\bkeeps? house\b|\btakes? leave\b|\bstands? still\b|\bmend(?:s|ed)?\b|\bjudge[sd]?\b|\bchores?\b|\b(?:it|that|which) is no (?!longer|more)\b|(?<!,)\be-mails?\b/i

/** Texts in which people use them: answers to questions about a business. */
const SAID_BY_PEOPLE = /frameworks\/[\w-]+\/questionnaire\//
/** They quote words of before: this test, and decisions, which are not rewritten. */
const QUOTING = /^(?:test\/words\.test\.ts|docs\/decisions\/.*|CHANGELOG\.md)$/
const TEXTS = [
  '*.md',
  'docs/**/*.md',
  '{src,portal,test,bench,cluster,fuzz,deploy}/**/*.{ts,tsx,css,md}',
  'packages/*/{src,test}/**/*.ts',
]

test('no text has a phrase that was retired', () => {
  const found: string[] = []
  for (const file of globSync(TEXTS)) {
    if (QUOTING.test(file) || SAID_BY_PEOPLE.test(file)) continue
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      const [phrase] = ODD.exec(line) ?? []
      if (phrase !== undefined) found.push(`${file}:${index + 1}: ${phrase}`)
    }
  }
  assert.deepEqual(found, [])
})

test('the rules find retired words between elements of a page, and phrases in a sentence', () => {
  assert.deepEqual(namesInTsx('const Kept = () => <p>what most people keep {toldTimes}</p>').map(findRetired), [
    'Kept: not kept, but stored',
    'toldTimes: not told, but formatted, notified',
  ])
  for (const text of [
    'Use the link in the e-mail.',
    'It waits for ever.',
    'a file that is no picture',
    'the clock stands still',
  ])
    assert.match(text, ODD)
  assert.doesNotMatch('It is no longer needed, for everybody.', ODD)
})
