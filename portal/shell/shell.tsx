import { useEffect, useState } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso/router'
import { dismiss, spoken, toasts } from '../parts/announce.ts'
import { BadIcon, CloseIcon, DownIcon, GoodIcon, MenuIcon, SearchIcon } from '../parts/icons.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { useSignal } from '../parts/signal.ts'
import { SCREENS } from '../routes.ts'
import { useSession } from '../session.ts'
import { useLiveUpdates } from '../stream.ts'
import { signOut, switchAccount } from './account.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { CrashBoundary } from './crash.tsx'
import { Navigation } from './navigation.tsx'
import { NotFound } from './not-found.tsx'
import { overlay } from './overlays.ts'
import { Palette } from './palette.tsx'
import { Resets } from './resets.tsx'
import { paletteKey, Shortcuts, useShortcuts } from './shortcuts.tsx'
import { OwnVisit, Visits } from './visits.tsx'

/** The frame around every screen. */
export function Shell() {
  const { path } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const open = useSignal(overlay)
  const { account } = useSession()
  useShortcuts()
  useLiveUpdates(account.kind)
  useEffect(() => setOpen(false), [path])
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top-bar">
        <Brand />
        <div class="row">
          <button
            type="button"
            class="button"
            aria-label="Search screens and actions"
            onClick={() => overlay.set('palette')}
          >
            <SearchIcon />
          </button>
          <button
            type="button"
            class="button"
            aria-expanded={isOpen}
            aria-controls="side"
            onClick={() => setOpen(!isOpen)}
          >
            <MenuIcon />
            Menu
          </button>
        </div>
      </header>
      <section class={isOpen ? 'side open' : 'side'} id="side" aria-label="Account and screens">
        <Brand />
        <AccountMenu />
        <button type="button" class="side-button search" onClick={() => overlay.set('palette')}>
          <SearchIcon />
          <span class="grow">Search</span>
          <kbd>{paletteKey()}</kbd>
        </button>
        <Navigation />
        <PersonMenu />
      </section>
      <main class="content" id="content" tabIndex={-1}>
        {isLoading && <div class="progress" aria-hidden="true" />}
        <Banners />
        <CrashBoundary resetKey={path}>
          <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
            {Object.entries(SCREENS).map(([screen, { component }]) => (
              <Route key={screen} path={screen} component={component} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </CrashBoundary>
      </main>
      <Toasts />
      <Spoken />
      {open === 'palette' && <Palette />}
      {open === 'shortcuts' && <Shortcuts />}
      <ConfirmIdentity />
    </div>
  )
}

/** A plumb line, which the product is named after. */
function Brand() {
  return (
    <a class="brand" href="/">
      <svg
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="M2 1.5h12M8 1.5V7" stroke-linecap="round" />
        <path d="M8 7l3 2.4L8 15 5 9.4z" fill="currentColor" />
      </svg>
      Plumbline
    </a>
  )
}

/** What belongs to the person; a visitor's own is at home. */
const OWN_SCREENS = [
  { label: 'My settings', href: '/settings' },
  { label: 'My security', href: '/security' },
]

function AccountMenu() {
  const { account, accounts } = useSession()
  const kind = account.kind === 'partner' ? 'Partner' : 'Distributor'
  const content = (
    <span class="grow">
      <strong>{account.name}</strong> <small>{kind}</small>
    </span>
  )
  if (accounts.length < 2) return <div class="side-button static">{content}</div>
  return (
    <Menu
      class="side-button"
      label={`${account.name} ${kind}: switch account`}
      items={accounts.map(({ id, name }) => ({
        label: name,
        current: id === account.id,
        onPick: () => {
          if (id !== account.id) void switchAccount(id)
        },
      }))}
    >
      {content}
      <DownIcon />
    </Menu>
  )
}

function PersonMenu() {
  const { person, visit } = useSession()
  const items = [
    ...(visit ? [] : OWN_SCREENS),
    { label: 'Keyboard shortcuts', onPick: () => overlay.set('shortcuts') },
    { label: 'Documentation', href: '/docs' },
    { label: 'Sign out', onPick: () => void signOut() },
  ]
  return (
    <Menu class="side-button" label={`${person.name} ${person.email}: your menu`} items={items}>
      <span class="grow">
        <strong>{person.name}</strong> <small>{person.email}</small>
      </span>
      <DownIcon />
    </Menu>
  )
}

/** What concerns the whole page: a lost connection, and a sign-in that was reset. */
function Banners() {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return (
    <div class="banners" aria-live="polite">
      {!isOnline && <Notice tone="warn">You are offline. You see older data and cannot change anything.</Notice>}
      <OwnVisit />
      <Visits />
      <Resets />
    </div>
  )
}

function Toasts() {
  return (
    <div class="toasts" role="status">
      {useSignal(toasts).map(({ id, text, tone }) => (
        <div key={id} class={`toast ${tone}`}>
          {tone === 'good' ? <GoodIcon /> : <BadIcon />}
          <p>{text}</p>
          <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  )
}

function Spoken() {
  return (
    <div class="unseen" role="status">
      {useSignal(spoken)}
    </div>
  )
}
