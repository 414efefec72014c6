import { useLocation } from 'preact-iso/router'
import { keysOf } from '../../src/shared/keys-of.ts'
import type { ScreenPath } from '../paths.ts'
import { GROUPS, SCREENS, type Screen } from '../routes.ts'
import { includesRole, useSession } from '../session.ts'

export interface Entry extends Screen {
  path: ScreenPath
}

/** The screens that this person sees in the navigation and the palette. */
export function useEntries(): Entry[] {
  const { person, account, visit } = useSession()
  return keysOf(SCREENS)
    .flatMap((path): Entry[] => {
      const screen = SCREENS[path]
      return screen ? [{ ...screen, path }] : []
    })
    .filter(({ group, role = 'reader', kinds, isClosedToVisitors }) => {
      if (group === undefined || (visit && isClosedToVisitors)) return false
      return includesRole(person.role, role) && (kinds?.includes(account.kind) ?? true)
    })
}

/** The groups of screens, with the current one marked. */
export function Navigation() {
  const { path } = useLocation()
  const entries = useEntries()
  const current = currentOf(entries, path)
  return (
    <nav class="nav" aria-label="Screens">
      {GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group)
        return own.length === 0 ? null : (
          <div key={group}>
            <h2>{group}</h2>
            <ul>
              {own.map((entry) => (
                <li key={entry.path}>
                  <NavigationLink entry={entry} isCurrent={entry === current} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function NavigationLink({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  return (
    <a
      href={entry.path}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={() => void entry.component.preload()}
      onFocus={() => void entry.component.preload()}
    >
      {entry.title}
    </a>
  )
}

/** The screen that is shown, or the nearest one above it. */
const currentOf = (entries: readonly Entry[], shown: string): Entry | undefined =>
  entries.filter(({ path }) => `${shown}/`.startsWith(`${path}/`)).sort((a, b) => b.path.length - a.path.length)[0]
