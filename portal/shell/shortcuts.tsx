import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Dialog } from '../parts/dialog.tsx'
import { Checkbox } from '../parts/field.tsx'
import { useEntries } from './navigation.tsx'
import { overlay } from './overlays.ts'

/** How long after G the second key counts. */
const SEQUENCE_MS = 1_500

/** Where the choice is stored. People who dictate turn single keys off (WCAG 2.2, 2.1.4). */
const OFF = 'plumbline.single-keys-off'

const areSingleKeysOff = (): boolean => localStorage.getItem(OFF) !== null

/** Whether typing means text here, so that a letter is not a shortcut. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Listens for the shortcuts: ⌘K or Ctrl-K, ?, and G followed by the key of a screen. */
export function useShortcuts(): void {
  const { route } = useLocation()
  const entries = useEntries()
  useEffect(() => {
    let goUntil = 0
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        overlay.set(overlay.get() === 'palette' ? undefined : 'palette')
        return
      }
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey
      if (!isPlain || isTyping(event.target) || areSingleKeysOff() || document.querySelector('dialog[open]')) return
      const screen = Date.now() < goUntil ? entries.find(({ key }) => key === event.key.toLowerCase()) : undefined
      goUntil = event.key === 'g' ? Date.now() + SEQUENCE_MS : 0
      if (event.key === '?') overlay.set('shortcuts')
      else if (screen) route(screen.path)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The name of the key that opens the palette, on this machine. */
export const paletteKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K')

/** The list of shortcuts. */
export function Shortcuts() {
  const entries = useEntries()
  const [isOff, setOff] = useState(areSingleKeysOff)
  const rows: [keys: readonly string[], does: string][] = [
    [[paletteKey()], 'Search screens and actions'],
    [['?'], 'Show this list'],
    ...entries.flatMap(({ key, title }): [string[], string][] =>
      key === undefined ? [] : [[['G', key.toUpperCase()], `Go to ${title}`]],
    ),
    [['Esc'], 'Close a dialog, menu or list'],
  ]
  const change = (isOn: boolean): void => {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'true')
    setOff(!isOn)
  }
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => overlay.set(undefined)}>
      <dl class="shortcuts">
        {rows.map(([keys, does]) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd class="row">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use single-key shortcuts"
        help="Turn them off if you dictate, or if letters typed by accident open screens."
        checked={!isOff}
        onChange={change}
      />
    </Dialog>
  )
}
