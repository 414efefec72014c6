import { plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ConsentLinkButton } from './consent-link.tsx'
import { RemindButton } from './remind-button.tsx'
import { useStartRun } from './running.tsx'
import { EFFORT, gainWords, type NextStep } from './words.ts'

export interface NextStepProps {
  customerId: string
  step: NextStep
  /** Why no run can be started. */
  reason: string | undefined
}

/** The one thing to do next about a customer, with the button that does it. */
export function NextStepShown({ customerId, step, reason }: NextStepProps) {
  const { start, isPending } = useStartRun()
  const params = { id: customerId }
  const startButton = (product: string, words: string) => (
    <Button look="primary" busy={isPending} disabledReason={reason} onClick={() => void start({ customerId, product })}>
      {words}
    </Button>
  )
  switch (step.kind) {
    case 'approve':
      return (
        <Notice
          tone="warn"
          title={step.isAsked ? 'Next: wait for the approval' : 'Next: get the approval of the customer'}
          actions={<ConsentLinkButton customerId={customerId} look={step.isAsked ? undefined : 'primary'} />}
        >
          {step.isAsked
            ? 'A link was created. Runs can read the tenant as soon as one of its administrators has approved.'
            : 'Send a link to an administrator of the tenant. Nothing is read until they approve.'}
        </Notice>
      )
    case 'start':
      return (
        <Notice
          tone="info"
          title="Next: start the first run"
          actions={startButton(step.product, 'Start the first run')}
        >
          It reads the tenant by {frameworkName(step.product)}. It takes minutes and produces a report.
        </Notice>
      )
    case 'failed':
      return (
        <Notice
          tone="bad"
          title={`The last run of ${frameworkName(step.product)} failed`}
          actions={startButton(step.product, 'Start it again')}
        >
          {step.message} A failed run does not count against your plan.
        </Notice>
      )
    case 'permissions':
      return (
        <Notice
          tone="warn"
          title={`Next: have ${plural(step.names.length, 'more permission')} approved`}
          actions={<ConsentLinkButton customerId={customerId} look="primary" />}
        >
          The tenant has not granted {step.names.join(', ')}. Send a new link, so that an administrator approves again.
        </Notice>
      )
    case 'overdue':
      return (
        <Notice
          tone="warn"
          title={`Next: ${plural(step.count, 'repair')} ${step.count === 1 ? 'is' : 'are'} overdue`}
          actions={
            <Link class="button" to="/customers/:id/findings" params={params} query={{ status: 'overdue' }}>
              Show them
            </Link>
          }
        >
          The due date has passed, and nobody has marked it as done.
        </Notice>
      )
    case 'fix': {
      const { title, effort, gain } = step.action
      const facts = [effort && `Effort: ${EFFORT[effort].toLowerCase()}`, gain && gainWords(gain)].filter(Boolean)
      return (
        <Notice
          tone="info"
          title={`Next: ${title}`}
          actions={
            <Link
              class="button"
              to="/customers/:id/findings"
              params={params}
              query={{ product: step.product, action: step.action.id }}
            >
              Plan the repair
            </Link>
          }
        >
          {[frameworkName(step.product), ...facts].join(' · ')}
        </Notice>
      )
    }
    case 'answer':
      return (
        <Notice
          tone="info"
          title={`Next: ${plural(step.count, 'question')} of ${frameworkName(step.product)} ${step.count === 1 ? 'is' : 'are'} open`}
          actions={step.isAsked && <RemindButton customerId={customerId} product={step.product} />}
        >
          Answers of the customer would make {plural(step.rows, 'requirement')} known.
        </Notice>
      )
    case 'nothing':
      return (
        <Notice tone="good" title="Nothing left to do">
          There are no open findings, and everything that can be read is known.
        </Notice>
      )
  }
}
