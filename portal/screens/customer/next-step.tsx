import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { failureStep, firstSentence } from '../customer-runs/words.ts'
import { ConsentLinkButton } from './consent-link.tsx'
import type { NextStep } from './next-step-rules.ts'
import { RemindButton } from './remind-button.tsx'
import { useStartRun } from './running.tsx'
import { EFFORT, gainWords } from './words.ts'

type StepOf<Kind extends NextStep['kind']> = Extract<NextStep, { kind: Kind }>

export interface NextStepProps {
  customerId: string
  step: NextStep
  /** Why no run can be started. */
  reason: string | undefined
}

/** The one thing to do next about a customer, with the button that does it. */
export function NextStepShown({ customerId, step, reason }: NextStepProps) {
  switch (step.kind) {
    case 'approve':
      return <Approve customerId={customerId} isAsked={step.isAsked} />
    case 'permissions':
      return <MorePermissions customerId={customerId} names={step.names} />
    case 'start':
    case 'failed':
      return <Run customerId={customerId} step={step} reason={reason} />
    case 'overdue':
      return <Overdue customerId={customerId} count={step.count} />
    case 'fix':
      return <Fix customerId={customerId} step={step} />
    case 'answer':
      return <Answer customerId={customerId} step={step} />
    case 'nothing':
      return (
        <Notice tone="good" title="Nothing left to do">
          There are no open findings, and everything that can be read is known.
        </Notice>
      )
  }
}

function Approve({ customerId, isAsked }: { customerId: string; isAsked: boolean }) {
  return (
    <Notice
      tone="warn"
      title={isAsked ? 'Next: wait for the approval' : 'Next: get the approval of the customer'}
      actions={<ConsentLinkButton customerId={customerId} look={isAsked ? undefined : 'primary'} />}
    >
      {isAsked
        ? 'A link was created. Runs can read the tenant as soon as one of its administrators has approved.'
        : 'Send a link to an administrator of the tenant. Nothing is read until they approve.'}
    </Notice>
  )
}

function MorePermissions({ customerId, names }: { customerId: string; names: readonly string[] }) {
  return (
    <Notice
      tone="warn"
      title={`Next: have ${plural(names.length, 'missing permission')} approved`}
      actions={<ConsentLinkButton customerId={customerId} look="primary" />}
    >
      {names.join(', ')}. Send a new link, so that an administrator of the tenant approves again.
    </Notice>
  )
}

/** The first run, or another one after one that failed. */
function Run({ customerId, step, reason }: NextStepProps & { step: StepOf<'start' | 'failed'> }) {
  const { start, isPending } = useStartRun()
  const { product } = step
  const isFirst = step.kind === 'start'
  return (
    <Notice
      tone={isFirst ? 'info' : 'bad'}
      title={isFirst ? 'Next: start the first run' : `The last run of ${frameworkName(product)} failed`}
      actions={
        <Button
          look="primary"
          busy={isPending}
          disabledReason={reason}
          onClick={() => void start({ customerId, product })}
        >
          {isFirst ? 'Start the first run' : 'Start it again'}
        </Button>
      }
    >
      {isFirst
        ? `It reads the tenant and rates it against ${frameworkName(product)}. It takes a few minutes and produces a report.`
        : `${firstSentence(step.message)} ${failureStep(step.code)} A failed run does not count against your plan.`}
    </Notice>
  )
}

function Overdue({ customerId, count }: { customerId: string; count: number }) {
  return (
    <Notice
      tone="warn"
      title={`Next: ${plural(count, 'repair')} ${count === 1 ? 'is' : 'are'} overdue`}
      actions={
        <Link class="button" to="/customers/:id/findings" params={{ id: customerId }} query={{ status: 'overdue' }}>
          Show them
        </Link>
      }
    >
      The due date has passed, and nobody has marked it as done.
    </Notice>
  )
}

/** The repair that helps most, with its effort and the points that it adds. */
function Fix({ customerId, step: { product, action } }: { customerId: string; step: StepOf<'fix'> }) {
  const { id, title, effort, gain } = action
  const facts = [effort && `Effort: ${EFFORT[effort].toLowerCase()}`, gain && gainWords(gain)].filter(Boolean)
  return (
    <Notice
      tone="info"
      title={`Next: ${title}`}
      actions={
        <Link class="button" to="/customers/:id/findings" params={{ id: customerId }} query={{ product, action: id }}>
          Plan the repair
        </Link>
      }
    >
      {[frameworkName(product), ...facts].join(' · ')}
    </Notice>
  )
}

function Answer({ customerId, step }: { customerId: string; step: StepOf<'answer'> }) {
  const { product, count, rows, isAsked } = step
  return (
    <Notice
      tone="info"
      title={`Next: ${plural(count, 'question')} of ${frameworkName(product)} ${count === 1 ? 'is' : 'are'} open`}
      actions={isAsked && <RemindButton customerId={customerId} product={product} />}
    >
      Answers of the customer would make {plural(rows, 'requirement')} known.
    </Notice>
  )
}
