import type { Role } from '../src/shared/actor.ts'
import type { AccountKind } from './endpoints.ts'
import { type LazyScreen, lazyScreen } from './lazy-screen.ts'
import type { ScreenPath } from './paths.ts'

/** The groups of the navigation, in its order. */
export const GROUPS = ['Work', 'Developers', 'Account'] as const

/** A screen as router, navigation and palette know it. Its file is loaded when it is first opened. */
export interface Screen {
  title: string
  component: LazyScreen
  /** Where it is in the navigation; without, it is reached from another screen. */
  group?: (typeof GROUPS)[number]
  /** The second key after G that opens it. */
  key?: string
  /** For the palette: other words for what it shows. */
  words?: string
  /** The role that sees it in the navigation. By default every role. */
  role?: Role
  /** The kinds of account that have it. By default both. */
  kinds?: readonly AccountKind[]
}

/** Every screen. A new one is a line here and a folder in screens/. */
export const SCREENS: Partial<Record<ScreenPath, Screen>> = {
  '/': {
    title: 'Home',
    component: lazyScreen(() => import('./screens/home/screen.tsx')),
    group: 'Work',
    key: 'h',
    words: 'usage plan forecast start overview',
  },
  '/keys': {
    title: 'API keys',
    component: lazyScreen(() => import('./screens/keys/screen.tsx')),
    group: 'Developers',
    key: 'k',
    words: 'create replace rotate revoke secret token',
  },
  '/webhooks': {
    title: 'Webhooks',
    component: lazyScreen(() => import('./screens/webhooks/screen.tsx')),
    group: 'Developers',
    key: 'w',
    words: 'endpoint url secret signature test pause',
  },
  '/webhooks/:id': { title: 'Webhook', component: lazyScreen(() => import('./screens/webhook/screen.tsx')) },
  '/deliveries': {
    title: 'Delivery log',
    component: lazyScreen(() => import('./screens/deliveries/screen.tsx')),
    group: 'Developers',
    key: 'd',
    words: 'webhooks failed replay retry attempts',
  },
  '/deliveries/:id': { title: 'Delivery', component: lazyScreen(() => import('./screens/delivery/screen.tsx')) },
  '/events': {
    title: 'Events',
    component: lazyScreen(() => import('./screens/events/screen.tsx')),
    group: 'Developers',
    key: 'e',
    words: 'log history payload',
  },
  '/team': {
    title: 'Team',
    component: lazyScreen(() => import('./screens/team/screen.tsx')),
    group: 'Account',
    key: 't',
    words: 'people invite role members users colleagues',
  },
  '/security': {
    title: 'My security',
    component: lazyScreen(() => import('./screens/security/screen.tsx')),
    group: 'Account',
    key: 's',
    words: 'password passkey authenticator second factor recovery codes sessions sign-ins microsoft',
  },
}
