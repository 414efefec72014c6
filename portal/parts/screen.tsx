import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from './announce.ts'
import { Call, type CallProps } from './call.tsx'

export interface ScreenProps {
  /** The h1, and the title of the window. */
  title: string
  /** One sentence below it. */
  intro?: ComponentChildren
  /** Buttons at the end of the title's row. */
  actions?: ComponentChildren
  /** The call of the API that shows the same. */
  call?: CallProps
  children: ComponentChildren
}

/** The first screen is shown by the browser itself, which reads its title; only later ones are announced. */
let isFirst = true

/** The frame of every screen. After a navigation the title has the focus and is announced. */
export function Screen({ title, intro, actions, call, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Plumbline`
  }, [title])
  useLayoutEffect(() => {
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true })
      announce(title)
    }
    isFirst = false
  }, [])
  return (
    <>
      <header class="screen-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <p class="soft">{intro}</p>}
        </div>
        {(actions || call) && (
          <div class="actions">
            {call && <Call {...call} />}
            {actions}
          </div>
        )}
      </header>
      {children}
    </>
  )
}

export interface CardProps {
  title: string
  /** At the end of the title's row. */
  actions?: ComponentChildren
  children: ComponentChildren
  /** Spans all columns of the grid. */
  wide?: boolean
}

/** A titled box. Several stand in `<div class="cards">`. */
export function Card({ title, actions, children, wide }: CardProps) {
  return (
    <section class={wide ? 'card wide' : 'card'}>
      <header>
        <h2>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Names and values of one thing, such as a delivery: two columns, stacked where there is no room. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
