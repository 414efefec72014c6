import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

export interface MenuItem {
  label: string
  /** What it does; or where it leads. */
  onPick?: () => void
  href?: string
  danger?: boolean
  /** Why it cannot be used now. It stays in the list and says so. */
  disabledReason?: string | undefined
  /** Marks the current choice among several. */
  current?: boolean
}

export interface MenuProps {
  /** What the button shows. */
  children: ComponentChildren
  /** What the button is called, such as "Actions for key 1". */
  label: string
  items: readonly MenuItem[]
  class?: string
}

/**
 * A button that opens a list of actions, by the menu button pattern of the ARIA Authoring Practices: arrows, Home, End and
 * letters move, Escape closes and returns the focus.
 */
export function Menu({ children, label, items, class: className = 'button' }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const open = (at: number): void => {
    if (!list.current || !button.current) return
    list.current.showPopover()
    place(list.current, button.current)
    entries().at(at)?.focus()
  }
  const close = (): void => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entries()
    const { activeElement } = document
    const at = activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1
    const to = nextIndex(event.key, at, all)
    if (event.key === 'Tab') close()
    else if (to !== undefined) all[to]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class={className}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-controls={id}
        aria-label={label}
        onClick={() => (list.current?.matches(':popover-open') ? close() : open(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          open(event.key === 'ArrowDown' ? 0 : -1)
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        class="menu"
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          button.current?.setAttribute('aria-expanded', String(isOpen))
        }}
      >
        {items.map((item) => (
          <Entry key={item.label} item={item} close={close} />
        ))}
      </div>
    </>
  )
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, href, onPick, danger, disabledReason, current } = item
  const content = (
    <>
      {label}
      {disabledReason !== undefined && <span class="why">{disabledReason}</span>}
    </>
  )
  const common = {
    role: 'menuitem' as const,
    tabIndex: -1,
    class: danger ? 'danger' : undefined,
    'aria-disabled': disabledReason === undefined ? undefined : ('true' as const),
    'aria-current': current ? ('true' as const) : undefined,
  }
  if (href !== undefined && disabledReason === undefined) {
    return (
      <a {...common} href={href} onClick={close}>
        {content}
      </a>
    )
  }
  return (
    <button
      {...common}
      type="button"
      onClick={() => {
        if (disabledReason !== undefined) return
        close()
        onPick?.()
      }}
    >
      {content}
    </button>
  )
}

/** Where a key moves to among the entries; undefined if it does not move. */
function nextIndex(key: string, at: number, entries: readonly HTMLElement[]): number | undefined {
  const count = entries.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  const order = entries.map((_, step) => (at + 1 + step) % count)
  return order.find((index) => entries[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** Below the button, or above it where there is no room; always within the window. */
function place(list: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const below = anchor.bottom + 4
  const fits = below + height <= innerHeight - 8
  const left = Math.max(8, Math.min(anchor.left, innerWidth - width - 8))
  list.style.left = `${left}px`
  list.style.top = `${fits ? below : Math.max(8, anchor.top - height - 4)}px`
}
