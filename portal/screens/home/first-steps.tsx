import type { Reads } from '../../endpoints.ts'
import { Call } from '../../parts/call.tsx'
import { CheckIcon } from '../../parts/icons.tsx'
import { Link } from '../../parts/link.tsx'
import { Card } from '../../parts/screen.tsx'
import { useRoleReason } from '../../session.ts'
import { STEPS } from './words.ts'

type Steps = Reads['/partner/home']['checklist'] | Reads['/distributor/home']['checklist']

/** The way to the first report; nothing once all of it is done. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const next = steps.find((step) => !step.done)
  return (
    <Card
      title="First steps"
      actions={
        <span class="soft number">
          {done} of {steps.length} done
        </span>
      }
    >
      <div class="first-steps-frame">
        <ol class="first-steps">
          {steps.map((step, index) => (
            <Step key={step.id} step={step} number={index + 1} isNext={step === next} />
          ))}
        </ol>
      </div>
    </Card>
  )
}

function Step({ step: { id, done }, number, isNext }: { step: Steps[number]; number: number; isNext: boolean }) {
  const { title, why, to, role = 'admin', call } = STEPS[id]
  const refusal = useRoleReason(role)
  return (
    <li class={done ? 'done' : undefined} aria-current={isNext ? 'step' : undefined}>
      <span class="mark" aria-hidden="true">
        {done ? <CheckIcon /> : number}
      </span>
      <p>
        {done || refusal !== undefined ? <strong>{title}</strong> : <Link to={to}>{title}</Link>}
        {done && <span class="unseen">: done</span>}
        {call && !done && <Call {...call} />}
      </p>
      <p class="soft small">
        {why}
        {refusal !== undefined && !done && ` ${refusal}`}
      </p>
    </li>
  )
}
