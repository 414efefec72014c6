import { diff } from 'node:util'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'

export interface GoldenOptions {
  answers?: Answers
  /** Omits what was observed. */
  short?: boolean
}

/** The evaluation of a snapshot as readable lines: the figures at each target, then every row at the default target. */
export function goldenText(framework: Framework, snapshot: Snapshot, { answers, short }: GoldenOptions): string {
  const { id, version, levels, defaultTarget } = framework
  const evaluate = (target: number): AssessmentResult =>
    evaluateFramework(framework, readTenant(snapshot), {
      target,
      ...(answers && { answers }),
      onFault: (check, error) => {
        throw new Error(`the check ${check} failed`, { cause: error })
      },
    })
  const targets = Array.from({ length: levels.max - levels.min + 1 }, (_, index) => levels.min + index)
  return [
    `${id} ${version} at ${snapshot.collectedAt}`,
    ...targets.map((target) => figuresLine(evaluate(target))),
    '',
    `rows at target ${defaultTarget}`,
    ...evaluate(defaultTarget).requirements.map((row) => rowLine(row, short === true)),
    '',
  ].join('\n')
}

function figuresLine(result: AssessmentResult): string {
  const { target, score, scoreCeiling, coverage, maturityAchieved, findings, critical, high, medium, low } = result
  const counts = `${critical} critical, ${high} high, ${medium} medium, ${low} low`
  const settled = `${(100 * coverage).toFixed(1)} % settled`
  return `target ${target}: score ${score}, ceiling ${scoreCeiling}, ${settled}, maturity ${maturityAchieved}, findings ${findings} (${counts})`
}

function rowLine(row: RequirementResult, short: boolean): string {
  const { id, group, verdict, level, levelAtBest, coverage, severity, observed, contradiction } = row
  return [
    `${id} [${group}] ${verdict}`,
    ...(level === undefined ? [] : [levelAtBest === undefined ? `level ${level}` : `level ${level} to ${levelAtBest}`]),
    ...(coverage ? [`${coverage.n}/${coverage.of}`] : []),
    ...(severity ? [`(${severity})`] : []),
    ...(short ? [] : [`— ${observed}`]),
    ...(contradiction ? ['! not as answered'] : []),
  ].join(' ')
}

const SHOWN = 60

/** The lines that differ, `-` from the file and `+` from now; undefined if there are none. */
export function differences(golden: string, now: string): string | undefined {
  if (golden === now) return undefined
  const lines = diff(golden.split('\n'), now.split('\n'))
    .filter(([side]) => side !== 0)
    .map(([side, line]) => `${side === 1 ? '-' : '+'} ${line}`)
  const rest = lines.length - SHOWN
  return [...lines.slice(0, SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}
