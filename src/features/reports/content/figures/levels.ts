import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Framed } from '../input.ts'
import { groupNoun, scoringOf } from '../rules.ts'
import { LEVELS } from '../words/full.ts'
import { ROW } from '../words/rows.ts'

/** What the levels of a framework mean. */
export interface LevelsShown {
  /** Of several frameworks, the one whose levels these are; empty for a single one. */
  framework: string
  /** How a level is reached. */
  lead: string
  meanings: readonly (readonly [level: string, meaning: string])[]
}

/** What the levels mean in each framework of a document. */
export const levelsOf = (parts: readonly Framed[]): LevelsShown[] =>
  parts.flatMap(({ productName, result: { product } }) => {
    const framework = findFramework(product)
    if (!framework) return []
    const { scoring, levels, levelMeanings = [] } = framework
    const isByRow = scoring === 'maturity'
    return [
      {
        framework: parts.length > 1 ? productName : '',
        lead: isByRow ? LEVELS.byRow(groupNoun(product, 1)) : LEVELS.byGroup(groupNoun(product, 1)),
        meanings: levelMeanings.map((meaning, index) => [ROW.levelNumber(levels.min + index), meaning] as const),
      },
    ]
  })

/** What requirements outside the target are good for; empty without any. */
export const outsideNote = ({ product, requirements, target }: AssessmentResult): string =>
  scoringOf(product) === 'levels-reached' && requirements.some(({ levels }) => !levels.includes(target))
    ? LEVELS.outside
    : ''
