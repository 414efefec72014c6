import { hasFailed } from '../../../../engine/evaluation/outcome.ts'
import type { Effort } from '../../../../engine/model/remedy.ts'
import type { RequirementResult } from '../../../../engine/model/result.ts'
import type { Evidence } from '../../../../engine/model/tenant-reading.ts'
import { type Action, actionsOf } from '../../../../engine/results/actions.ts'
import { type Unknown, unknownsOf } from '../../../../engine/results/unknowns.ts'
import { type TimeStyle, timeText } from '../../../../shared/dates/datetime.ts'
import type { SheetContent } from '../../../../shared/files/xlsx/workbook.ts'
import { keysOf } from '../../../../shared/keys-of.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { decisionText } from '../../content/exceptions.ts'
import { headline } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import { groupNames } from '../../content/requirements.ts'
import { answeredByFact } from '../../content/rows/answered-by.ts'
import { countedText } from '../../content/rows/counted.ts'
import { withReadableDays } from '../../content/rows/dates.ts'
import {
  askedGroups,
  capitalize,
  countKnown,
  groupLevelText,
  groupNoun,
  levelText,
  plural,
  resultLevelText,
  SEVERITIES,
  SEVERITY_WORDS,
  VERDICT_WORDS,
} from '../../content/rules.ts'
import {
  ACTION_ORDER,
  ACTION_WORDS,
  changeText,
  findingsText,
  stepsText,
  UNKNOWN_WORDS,
} from '../../content/words/actions.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { gainText, numberIn } from '../../content/words/gains.ts'
import { toPlainText } from '../../content/words/plain-text.ts'
import { ROW } from '../../content/words/rows.ts'
import { SEVERITY_LOOKS, VERDICT_LOOKS } from '../../pdf/kit/looks.ts'
import { type Cell, quartersOf } from '../tables.ts'

interface Column<T> {
  title: string
  /** In characters. */
  width: number
  looks?: SheetContent['columns'][number]['looks']
  read: (row: T) => Cell
}

/** Colours of cells that name a severity, and of those that name a verdict. */
const SEVERITY_CELLS = Object.fromEntries(SEVERITIES.map((each) => [SEVERITY_WORDS[each], SEVERITY_LOOKS[each]]))
const VERDICT_CELLS = Object.fromEntries(
  keysOf(VERDICT_LOOKS).map((each) => [VERDICT_WORDS[each], VERDICT_LOOKS[each]]),
)

/** For technicians to fill in. */
const PLAN: readonly Column<unknown>[] = [
  { title: 'Who', width: 18, read: () => undefined },
  { title: 'By when', width: 12, read: () => undefined },
  { title: 'Done on', width: 12, read: () => undefined },
  { title: 'Comments', width: 30, read: () => undefined },
]

/** The sheets of a report in the order of its workbook; which ones depends on the edition. */
export function sheetsOf(report: ReportInput): SheetContent[] {
  const input = withReadableDays(report)
  const { result, edition } = input
  const actions = actionsOf(result)
  const isForOwner = edition === 'owner'
  const findings = result.requirements.filter((row) => hasFailed(row.verdict) && row.levels.includes(result.target))
  return [
    summarySheet(input, actions),
    actionSheet(input, actions, isForOwner),
    ...(isForOwner ? [] : [findingSheet(input, findings, actions)]),
    ...(isForOwner || edition === 'technical' ? [] : [requirementSheet(input)]),
    unknownSheet(input, isForOwner),
  ]
}

function summarySheet(input: ReportInput, actions: readonly Action[]): SheetContent {
  const { customerName, partnerName, productName, completedAt, result } = input
  const { score, scoreCeiling, target, coverage, findings } = result
  const { inScope, unknown } = countKnown(result)
  const effort = (each: Effort): Cell[] => [`Effort: ${EFFORT_WORDS[each]}`, `${capitalize(EFFORT_MEANINGS[each])}.`]
  return {
    name: 'Summary',
    columns: [
      { title: 'About', width: 32 },
      { title: 'Value', width: 90 },
    ],
    rows: [
      ['Customer', customerName],
      ['Assessed against', `${productName} ${result.framework.version}`],
      ['Completed', timeText(completedAt, input.brand)],
      ['Prepared by', partnerName],
      ['Result', headline(result, customerName)],
      ['Score', score === scoreCeiling ? score : `${score}–${scoreCeiling}`],
      ['Maturity level', `${resultLevelText(result) || 'Not known'}, target ${levelText(target)}`],
      ['Known', `${percentText(coverage)} of ${plural(inScope, 'check')}, ${unknown} not known`],
      ['Findings', findings],
      ...SEVERITIES.map((severity): Cell[] => [
        `Findings: ${SEVERITY_WORDS[severity].toLowerCase()}`,
        result[severity],
      ]),
      ['Actions', actions.length],
      ...askedGroups(result).map((group): Cell[] => [
        `${capitalize(groupNoun(result.product, 1))}: ${group.name}`,
        `Level ${groupLevelText(group, result) || 'not known'}, ${Math.round(group.score)}–${Math.round(group.scoreCeiling)} of 100, ${group.settled} of ${group.inScope} known`,
      ]),
      ['Order of actions', ACTION_ORDER],
      effort('minutes'),
      effort('hours'),
      effort('days'),
      effort('project'),
    ],
  }
}

function actionSheet(
  { result, completedAt }: ReportInput,
  actions: readonly Action[],
  isForOwner: boolean,
): SheetContent {
  const nameOf = groupNames(result)
  const numberOf = numberIn(actions)
  const quarters = quartersOf(actions, completedAt)
  const forAll: Column<Action>[] = [
    { title: 'No.', width: 6, read: ({ id }) => numberOf(id) },
    { title: 'Action', width: 46, read: ({ title }) => title },
    { title: 'Severity', width: 11, looks: SEVERITY_CELLS, read: ({ severity }) => SEVERITY_WORDS[severity] },
    { title: 'Effort', width: 10, read: ({ effort }) => effort && EFFORT_WORDS[effort] },
    { title: 'Quarter', width: 17, read: ({ id }) => quarters.get(id) },
    { title: 'Gain', width: 40, read: (action) => gainText(action, nameOf, numberOf) },
    { title: 'Resolves', width: 13, read: findingsText },
    { title: 'Why', width: 50, read: ({ remedy }) => remedy?.why },
    { title: 'What users notice', width: 40, read: ({ remedy }) => remedy?.usersNotice },
    { title: 'Licence', width: 30, read: ({ remedy }) => remedy?.licence },
    { title: ACTION_WORDS.toBuyColumn, width: 30, read: ({ licencesToBuy }) => licencesToBuy?.join(', ') },
  ]
  const forTechnicians: Column<Action>[] = [
    ...PLAN,
    { title: 'Requirements', width: 24, read: ({ findings }) => findings.map(({ id }) => id).join(', ') },
    { title: 'Steps', width: 80, read: ({ remedy }) => remedy && stepsText(remedy) },
    { title: 'Check script', width: 60, read: ({ remedy }) => remedy?.script?.check },
    { title: 'Change script', width: 60, read: ({ remedy }) => changeText(remedy) },
    { title: 'Scripts need', width: 30, read: ({ remedy }) => remedy?.script?.needs },
    { title: 'How it is verified', width: 40, read: ({ remedy }) => remedy?.verified },
    { title: 'Documentation', width: 50, read: ({ remedy }) => remedy?.documentation.map(({ url }) => url).join('\n') },
  ]
  return toSheet('Actions', isForOwner ? forAll : [...forAll, ...forTechnicians], actions)
}

function findingSheet(
  input: ReportInput,
  rows: readonly RequirementResult[],
  actions: readonly Action[],
): SheetContent {
  const nameOf = groupNames(input.result)
  const aboutIt = (id: string): Action[] => actions.filter(({ findings }) => findings.some((one) => one.id === id))
  return toSheet(
    'Findings',
    [
      { title: 'Requirement', width: 16, read: ({ id }) => id },
      { title: capitalize(groupNoun(input.result.product, 1)), width: 26, read: ({ group }) => nameOf(group) },
      {
        title: 'Severity',
        width: 11,
        looks: SEVERITY_CELLS,
        read: ({ severity }) => severity && SEVERITY_WORDS[severity],
      },
      {
        title: 'State',
        width: 18,
        looks: VERDICT_CELLS,
        read: ({ verdict, accepted }) => (accepted ? 'Accepted risk' : VERDICT_WORDS[verdict]),
      },
      { title: 'What is required', width: 50, read: ({ statement }) => statement },
      { title: 'What was found', width: 50, read: ({ observed }) => observed },
      { title: 'What is expected', width: 50, read: ({ expected }) => expected },
      { title: ROW.holdsFor, width: 40, read: (row) => countedText(row) || undefined },
      { title: 'Affected', width: 11, read: ({ affected }) => affected?.total },
      { title: 'Names (at most 100)', width: 50, read: ({ affected }) => affected?.items.join('\n') },
      { title: 'What to do', width: 60, read: ({ id, remedy }) => titlesOf(aboutIt(id)) || remedy },
      { title: 'Notes', width: 40, read: ({ limitations }) => limitations.join('\n') },
    ],
    rows,
  )
}

const titlesOf = (actions: readonly Action[]): string => actions.map(({ title }) => title).join('\n')

function requirementSheet({ result, brand }: ReportInput): SheetContent {
  const nameOf = groupNames(result)
  return toSheet(
    'All requirements',
    [
      { title: 'Requirement', width: 16, read: ({ id }) => id },
      { title: capitalize(groupNoun(result.product, 1)), width: 26, read: ({ group }) => nameOf(group) },
      { title: 'Category', width: 26, read: ({ category }) => category },
      { title: 'What is required', width: 50, read: ({ statement }) => statement },
      { title: 'Levels', width: 9, read: ({ levels }) => levels.join(', ') },
      {
        title: 'Asked for at the target',
        width: 12,
        read: ({ levels }) => (levels.includes(result.target) ? 'Yes' : 'No'),
      },
      { title: 'State', width: 22, looks: VERDICT_CELLS, read: ({ verdict }) => VERDICT_WORDS[verdict] },
      {
        title: 'Severity',
        width: 11,
        looks: SEVERITY_CELLS,
        read: ({ severity }) => severity && SEVERITY_WORDS[severity],
      },
      { title: 'Level', width: 8, read: ({ level }) => level },
      { title: 'Level at best', width: 8, read: ({ levelAtBest }) => levelAtBest },
      { title: 'What was found', width: 50, read: ({ observed }) => observed },
      { title: 'What is expected', width: 50, read: ({ expected }) => expected },
      { title: 'Answer', width: 14, read: ({ answer }) => answer },
      { title: 'Answered by', width: 26, read: (row) => answeredByFact(row, brand)[1] || undefined },
      { title: 'Contradiction', width: 40, read: ({ contradiction }) => contradiction },
      { title: 'Hint', width: 40, read: ({ hint }) => hint },
      {
        title: 'Exceptions',
        width: 40,
        read: ({ exceptions }) => exceptions?.map((exception) => decisionText(exception, brand)).join('\n'),
      },
      { title: ROW.holdsFor, width: 40, read: (row) => countedText(row) || undefined },
      { title: 'Names (at most 100)', width: 50, read: ({ affected }) => affected?.items.join('\n') },
      { title: 'Notes', width: 40, read: ({ limitations }) => limitations.join('\n') },
      { title: 'Known from', width: 14, read: ({ basis }) => basis },
      { title: 'Quality of evidence', width: 12, read: ({ quality }) => quality },
      { title: 'Evidence', width: 60, read: (row) => row.evidence.map((each) => evidenceText(each, brand)).join('\n') },
    ],
    result.requirements,
  )
}

const evidenceText = ({ dataset, pointer, collectedAt }: Evidence, times: TimeStyle): string =>
  `${dataset}${pointer === '' ? '' : ` at ${pointer}`}, ${timeText(collectedAt, times)}`

function unknownSheet({ result }: ReportInput, isForOwner: boolean): SheetContent {
  const forAll: Column<Unknown>[] = [
    { title: 'What is needed', width: 22, read: ({ kind }) => UNKNOWN_WORDS.needs[kind] },
    { title: 'Which', width: 80, read: ({ name }) => (isForOwner ? toPlainText(name) : name) },
    { title: 'Checks that become known', width: 14, read: ({ rows }) => rows },
  ]
  const forTechnicians: Column<Unknown>[] = [
    { title: 'Makes known by itself', width: 50, read: ({ resolves }) => resolves.join(', ') },
    { title: 'Helps, with something else', width: 50, read: ({ helps }) => helps.join(', ') },
  ]
  return toSheet('Not known', isForOwner ? forAll : [...forAll, ...forTechnicians], unknownsOf(result))
}

function toSheet<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): SheetContent {
  return {
    name,
    columns: columns.map(({ title, width, looks }) => ({ title, width, ...(looks && { looks }) })),
    rows: rows.map((row) => columns.map(({ read }) => read(row))),
  }
}
