import type { ComponentChildren } from 'preact'
import { hrefOf, type Params, type Query, type ScreenPath } from '../paths.ts'
import { SCREENS } from '../routes.ts'

export type LinkProps<P extends ScreenPath> = {
  to: P
  query?: Query
  children: ComponentChildren
  class?: string
  /** An accessible name, if its text is not enough. */
  label?: string
} & (Params<P> extends Record<string, never> ? { params?: undefined } : { params: Params<P> })

/** A link to a screen, which is loaded while the pointer is over it. */
export function Link<P extends ScreenPath>({ to, params, query, children, class: className, label }: LinkProps<P>) {
  const given = { params, query } as unknown as Parameters<typeof hrefOf<P>>[1]
  const preload = () => void SCREENS[to]?.component.preload()
  return (
    <a
      href={hrefOf(...([to, given] as unknown as Parameters<typeof hrefOf<P>>))}
      class={className}
      aria-label={label}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  )
}
