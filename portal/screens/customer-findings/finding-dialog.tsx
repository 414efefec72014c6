import { formatNumber, plural } from '../../format.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Facts } from '../../parts/screen.tsx'
import { useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'
import { EFFORT, gainWords, SEVERITY } from '../customer/words.ts'
import {
  type Action,
  BASIS,
  type Finding,
  type Findings,
  type Person,
  planWords,
  progressWords,
  QUALITY,
} from './words.ts'

export interface FindingDialogProps {
  runId: string
  finding: Finding
  data: Findings
  people: readonly Person[]
  onPlan: (requirements: readonly string[]) => void
  /** Records that the risk is accepted, or what replaces the requirement. */
  onExcept: () => void
  onClose: () => void
}

/** One finding: what was seen, what is expected, and how to repair it. */
export function FindingDialog({ runId, finding, data, people, onPlan, onExcept, onClose }: FindingDialogProps) {
  const { requirement, statement, severity, observed, expected, groups, basis, quality, progress } = finding
  const roleReason = useRoleReason('technician')
  const actions = data.actions.filter(({ id }) => finding.actions.includes(id))
  const { tone, words } = progressWords(progress)
  return (
    <Dialog title={statement} onClose={onClose} size="wide">
      <div class="stack finding">
        <div class="row">
          <Badge tone={SEVERITY[severity].tone}>{SEVERITY[severity].word}</Badge>
          <Badge tone={tone}>{words}</Badge>
          <span class="soft">{planWords(progress, people)}</span>
        </div>
        <Facts
          facts={[
            ['Requirement', `${requirement}, ${groups.join(', ')}`],
            ['Found', observed],
            ['Expected', expected],
            ...(basis
              ? [['Known from', [BASIS[basis], quality && QUALITY[quality]].filter(Boolean).join(': ')] as const]
              : []),
          ]}
        />
        <Details runId={runId} requirement={requirement} />
        {actions.map((action) => (
          <ActionShown key={action.id} action={action} />
        ))}
        <div class="row">
          <Button look="primary" disabledReason={roleReason} onClick={() => onPlan([requirement])}>
            Plan the repair
          </Button>
          {actions.map(({ id }) => (
            <PlanAll
              key={id}
              findings={data.findings.filter((each) => each.actions.includes(id))}
              onPlan={onPlan}
              reason={roleReason}
            />
          ))}
          <Button disabledReason={roleReason} onClick={onExcept}>
            Record an exception
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function PlanAll({
  findings,
  onPlan,
  reason,
}: {
  findings: readonly Finding[]
  onPlan: FindingDialogProps['onPlan']
  reason: string | undefined
}) {
  if (findings.length < 2) return null
  return (
    <Button disabledReason={reason} onClick={() => onPlan(findings.map(({ requirement }) => requirement))}>
      Plan it with all {formatNumber(findings.length)} findings of this action
    </Button>
  )
}

/** Who or what is affected, and what was read: the parts of a finding that are too long for the list. */
function Details({ runId, requirement }: { runId: string; requirement: string }) {
  const read = useRead('/partner/assessments/:id/findings', { params: { id: runId }, query: { requirement } })
  return (
    <Loaded read={read} lines={2}>
      {({ findings: [finding] }) =>
        finding ? (
          <>
            {finding.affected && finding.affected.total > 0 && (
              <details class="unknowns">
                <summary>{plural(finding.affected.total, 'object')} affected</summary>
                <ul>
                  {finding.affected.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </details>
            )}
            {finding.evidence.length > 0 && (
              <details class="unknowns">
                <summary>{plural(finding.evidence.length, 'reading')} as evidence</summary>
                <ul>
                  {finding.evidence.map(({ dataset, pointer, collectedAt }) => (
                    <li key={`${dataset} ${pointer}`}>
                      <code>
                        {dataset} {pointer}
                      </code>{' '}
                      <span class="soft small">{collectedAt}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {finding.limitations.length > 0 && <p class="soft small">{finding.limitations.join(' ')}</p>}
          </>
        ) : null
      }
    </Loaded>
  )
}

function ActionShown({ action }: { action: Action }) {
  const { title, effort, gain, why, usersNotice, licence, verified, steps, documentation } = action
  return (
    <section class="action">
      <h3>{title}</h3>
      <p class="soft small">
        {[effort && `Effort: ${EFFORT[effort].toLowerCase()}`, gain && gainWords(gain)].filter(Boolean).join(' · ')}
      </p>
      {why && <p>{why}</p>}
      {steps.length > 0 && (
        <ol>
          {steps.map(({ text, link }) => (
            <li key={text}>
              {text}{' '}
              {link && (
                <a href={link.url} target="_blank" rel="noreferrer">
                  {link.title}
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
      <Facts
        facts={[
          ...(usersNotice ? [['Users notice', usersNotice] as const] : []),
          ...(licence ? [['Licence', licence] as const] : []),
          ...(verified ? [['Verified by', verified] as const] : []),
          ...(documentation.length > 0
            ? [
                [
                  'Documentation',
                  <ul key="links">
                    {documentation.map(({ title, url }) => (
                      <li key={url}>
                        <a href={url} target="_blank" rel="noreferrer">
                          {title}
                        </a>
                      </li>
                    ))}
                  </ul>,
                ] as const,
              ]
            : []),
        ]}
      />
    </section>
  )
}
