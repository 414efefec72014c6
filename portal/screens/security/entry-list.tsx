import type { ComponentChildren } from 'preact'

export interface EntryProps {
  title: ComponentChildren
  /** Below the title. */
  details?: ComponentChildren
  actions?: ComponentChildren
}

/** One of several things in a card, with its actions at the end. */
export function Entry({ title, details, actions }: EntryProps) {
  return (
    <li class="entry">
      <div>
        <p class="name">{title}</p>
        {details && <p class="soft small">{details}</p>}
      </div>
      {actions && <div class="row">{actions}</div>}
    </li>
  )
}
