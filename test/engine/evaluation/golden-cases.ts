import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
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
export const FOLDER = join(import.meta.dirname, 'golden')
const UPDATE = 'UPDATE_GOLDEN=1 npm test -- test/engine/evaluation/golden.test.ts test/slow/engine/golden.test.ts'
const updating = process.env.UPDATE_GOLDEN === '1'

interface Case extends GoldenOptions {
  name: string
  posture: Posture
  /** Name of the case whose file it shares; absent if it has its own. */
  like?: string
  /** It takes seconds to read. */
  isSlow?: true
}

const STRONG_ANSWERS = parseAnswers(await readFile('docs/examples/strong-answers.json', 'utf8'))

const CASES: readonly Case[] = [
  { name: 'strong', posture: 'strong' },
  { name: 'strong-answered', posture: 'strong', answers: STRONG_ANSWERS },
  { name: 'typical', posture: 'typical' },
  { name: 'weak', posture: 'weak' },
  { name: 'partial', posture: 'partial' },
  { name: 'unlicensed', posture: 'unlicensed' },
  { name: 'large', posture: 'large', short: true, isSlow: true },
  { name: 'throttled', posture: 'throttled', like: 'typical', isSlow: true },
]

const isAnswered = ({ requirements }: Framework, { answers }: Answers): boolean =>
  requirements.some(({ id }) => answers[id] !== undefined)

export const GOLDEN = FRAMEWORKS.flatMap((framework) =>
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

/** Tests the cases that are slow, or all others. */
export async function testGolden({ slow }: { slow: boolean }): Promise<void> {
  const cases = GOLDEN.filter(({ sample }) => (sample.isSlow === true) === slow)
  const snapshots = await collectSamples([...new Set(cases.map(({ sample }) => sample.posture))], AT)
  for (const { framework, sample, file, title } of cases) {
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
}
