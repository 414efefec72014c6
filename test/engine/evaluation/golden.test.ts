import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { parseAnswers } from '../../../src/cli/assess/answers-file.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { Posture } from '../../../src/simulator/tenants/tenants.ts'
import { collectSamples } from '../collected-samples.ts'
import { differences, type GoldenOptions, goldenText } from './golden-text.ts'

/**
 * The evaluation of every sample tenant by every framework, as text in `golden/`: any change of a verdict, a number or a
 * sentence is a diff to review before updating the file. The tenant without consent has no result.
 */

const AT = '2026-06-17T12:00:00.000Z'
const FOLDER = join(import.meta.dirname, 'golden')
const UPDATE = 'UPDATE_GOLDEN=1 npm test -- test/engine/evaluation/golden.test.ts'
const updating = process.env.UPDATE_GOLDEN === '1'

interface Case extends GoldenOptions {
  name: string
  posture: Posture
  /** Name of the case whose file it shares; absent if it has its own. */
  like?: string
}

const STRONG_ANSWERS = parseAnswers(await readFile('docs/examples/strong-answers.json', 'utf8'))

const CASES: readonly Case[] = [
  { name: 'strong', posture: 'strong' },
  { name: 'strong-answered', posture: 'strong', answers: STRONG_ANSWERS },
  { name: 'typical', posture: 'typical' },
  { name: 'weak', posture: 'weak' },
  { name: 'partial', posture: 'partial' },
  { name: 'unlicensed', posture: 'unlicensed' },
  { name: 'large', posture: 'large', short: true },
  { name: 'throttled', posture: 'throttled', like: 'typical' },
]

const isAnswered = ({ requirements }: Framework, { answers }: Answers): boolean =>
  requirements.some(({ id }) => answers[id] !== undefined)

const GOLDEN = FRAMEWORKS.flatMap((framework) =>
  CASES.filter(({ answers }) => !answers || isAnswered(framework, answers)).map((sample) => {
    const file = join(FOLDER, framework.id, `${sample.like ?? sample.name}.txt`)
    return {
      framework,
      sample,
      file,
      title: `${framework.id} evaluates the ${sample.name} tenant as in ${relative('.', file)}`,
    }
  }),
)

const snapshots = await collectSamples([...new Set(CASES.map(({ posture }) => posture))], AT)

for (const { framework, sample, file, title } of GOLDEN) {
  test(title, async () => {
    const snapshot = snapshots.get(sample.posture)
    assert.ok(snapshot)
    const now = goldenText(framework, snapshot, sample)
    if (updating && !sample.like) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, now)
    }
    const differing = differences(await readFile(file, 'utf8').catch(() => ''), now)
    if (differing) assert.fail(`${relative('.', file)} differs. If this is intended: ${UPDATE}\n${differing}`)
  })
}

test('every golden file belongs to an existing framework and tenant', async () => {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  assert.deepEqual(files.sort(), [...new Set(GOLDEN.map(({ file }) => file))].sort())
})

test('differences are listed line by line, and long ones are cut', () => {
  assert.equal(differences('a\nb\nc', 'a\nb\nc'), undefined)
  assert.equal(differences('a\nb\nc', 'a\nB\nc'), '- b\n+ B')
  const long = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')
  assert.match(differences('', long) ?? '', /\nand 141 more$/)
})
