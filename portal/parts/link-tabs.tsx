import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface LinkTabsProps {
  /** What the tabs belong to. */
  label: string
  tabs: readonly { href: string; label: string; isCurrent: boolean; preload: () => void }[]
  /** What the current tab shows. */
  children: ComponentChildren
}

/** Tabs of which each is a screen with an address of its own. */
export function LinkTabs({ label, tabs, children }: LinkTabsProps) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // If the tabs do not all fit, the current one is scrolled into view.
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - 16
  }, [])
  return (
    <>
      <nav aria-label={label} class="tabs" ref={list}>
        {tabs.map(({ href, label, isCurrent, preload }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            onPointerEnter={preload}
            onFocus={preload}
          >
            {label}
          </a>
        ))}
      </nav>
      <div class="tab-panel">{children}</div>
    </>
  )
}
