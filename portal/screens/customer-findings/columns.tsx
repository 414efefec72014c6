import { Badge } from '../../parts/notice.tsx'
import type { Column } from '../../parts/table.tsx'
import { EFFORT, gainWords, SEVERITIES, SEVERITY } from '../customer/words.ts'
import { type Action, type Finding, type Person, planWords, progressWords } from './words.ts'

export interface ColumnOptions {
  actions: readonly Action[]
  people: readonly Person[]
  onOpen: (finding: Finding) => void
}

/** The columns of the list of findings. */
export function columnsOf({ actions, people, onOpen }: ColumnOptions): readonly Column<Finding>[] {
  const actionOf = (finding: Finding): Action | undefined => actions.find(({ id }) => finding.actions.includes(id))
  return [
    {
      id: 'severity',
      header: 'Severity',
      cell: ({ severity }) => <Badge tone={SEVERITY[severity].tone}>{SEVERITY[severity].word}</Badge>,
      sort: ({ severity }) => SEVERITIES.indexOf(severity),
    },
    {
      id: 'finding',
      header: 'Finding',
      isName: true,
      cell: (finding) => (
        <>
          <button type="button" class="link" onClick={() => onOpen(finding)}>
            {finding.statement}
          </button>
          <p class="soft small">
            {finding.requirement}, {finding.groups.join(', ')}
          </p>
        </>
      ),
      sort: ({ statement }) => statement,
    },
    {
      id: 'action',
      header: 'What to do',
      cell: (finding) => {
        const action = actionOf(finding)
        if (!action) return <span class="soft">–</span>
        return (
          <>
            {action.title}
            <p class="soft small">
              {[action.effort && EFFORT[action.effort], action.gain && gainWords(action.gain)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </>
        )
      },
      sort: (finding) => actionOf(finding)?.title,
    },
    {
      id: 'progress',
      header: 'Repair',
      cell: ({ progress }) => {
        const { tone, words } = progressWords(progress)
        return (
          <>
            <Badge tone={tone}>{words}</Badge>
            <p class="soft small">{planWords(progress, people)}</p>
          </>
        )
      },
      sort: ({ progress }) => progress.dueOn ?? progress.status,
    },
  ]
}
