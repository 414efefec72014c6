import type { ComponentChildren } from 'preact'
import { CheckIcon } from './icons.tsx'

export interface Step {
  title: string
  state: 'done' | 'current' | 'later'
  /** What to do in this step, or its outcome. */
  content?: ComponentChildren
}

/** The steps of something that takes a while, such as replacing a key: what is done, what is next, and what comes after. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol class="steps">
      {steps.map(({ title, state, content }, index) => (
        <li key={title} class={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span class="mark" aria-hidden="true">
            {state === 'done' ? <CheckIcon /> : index + 1}
          </span>
          <div class="stack">
            <h3>
              {title}
              {state === 'done' && <span class="unseen">: done</span>}
            </h3>
            {content}
          </div>
        </li>
      ))}
    </ol>
  )
}
