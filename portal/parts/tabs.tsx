import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

export interface TabsProps<T extends string> {
  label: string
  tabs: readonly { id: T; label: string; count?: number | undefined }[]
  current: T
  /** Store it in the address, by `useSearch`, so that a link leads to the same tab. */
  onChange: (id: T) => void
  /** What the current tab shows. */
  children: ComponentChildren
}

/** Tabs by the pattern of the ARIA Authoring Practices: arrows move between them and open them. */
export function Tabs<T extends string>({ label, tabs, current, onChange, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to === tabs.length ? 0 : to)
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.id}`)}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} class="tabs" ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current ? 'true' : 'false'}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <span class="count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} class="tab-panel">
        {children}
      </div>
    </>
  )
}
