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
  /** Not for people of a distributor who visit a partner: the server refuses them. */
  isClosedToVisitors?: true
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
    words: 'start overview',
  },
  '/customers': {
    title: 'Customers',
    component: lazyScreen(() => import('./screens/customers/screen.tsx')),
    group: 'Work',
    key: 'c',
    words: 'portfolio tenants scores groups',
    kinds: ['partner'],
  },
  '/customers/approvals': {
    title: 'Approvals',
    component: lazyScreen(() => import('./screens/approvals/screen.tsx')),
    group: 'Work',
    words: 'consent permission',
    kinds: ['partner'],
  },
  '/customers/import': {
    title: 'Import customers',
    component: lazyScreen(() => import('./screens/customer-import/screen.tsx')),
    group: 'Work',
    words: 'csv excel bulk onboard',
    kinds: ['partner'],
  },
  '/customers/:id': { title: 'Customer', component: lazyScreen(() => import('./screens/customer/screen.tsx')) },
  '/customers/:id/runs': {
    title: 'Runs',
    component: lazyScreen(() => import('./screens/customer-runs/screen.tsx')),
  },
  '/customers/:id/findings': {
    title: 'Findings',
    component: lazyScreen(() => import('./screens/customer-findings/screen.tsx')),
  },
  '/customers/:id/questionnaires': {
    title: 'Questionnaires',
    component: lazyScreen(() => import('./screens/customer-questionnaires/screen.tsx')),
  },
  '/customers/:id/exceptions': {
    title: 'Exceptions',
    component: lazyScreen(() => import('./screens/customer-exceptions/screen.tsx')),
  },
  '/customers/:id/links': {
    title: 'Report links',
    component: lazyScreen(() => import('./screens/customer-links/screen.tsx')),
  },
  '/customers/:id/sheet': {
    title: 'Quarterly sheet',
    component: lazyScreen(() => import('./screens/customer-sheet/screen.tsx')),
  },
  '/customers/:id/activity': {
    title: 'Activity',
    component: lazyScreen(() => import('./screens/customer-activity/screen.tsx')),
  },
  '/fixes': {
    title: 'Fixes',
    component: lazyScreen(() => import('./screens/fixes/screen.tsx')),
    group: 'Work',
    key: 'f',
    words: 'findings remedies changed everywhere',
    kinds: ['partner'],
  },
  '/fixes/:id': { title: 'Fix', component: lazyScreen(() => import('./screens/fix/screen.tsx')) },
  '/runs': {
    title: 'Runs',
    component: lazyScreen(() => import('./screens/runs/screen.tsx')),
    group: 'Work',
    key: 'n',
    words: 'failed',
    kinds: ['partner'],
  },
  '/questionnaires': {
    title: 'Questionnaires',
    component: lazyScreen(() => import('./screens/questionnaires/screen.tsx')),
    group: 'Work',
    key: 'q',
    words: 'answers remind',
    kinds: ['partner'],
  },
  '/exceptions': {
    title: 'Exceptions',
    component: lazyScreen(() => import('./screens/exceptions/screen.tsx')),
    group: 'Work',
    key: 'x',
    words: 'risks',
    kinds: ['partner'],
  },
  '/partners': {
    title: 'Partners',
    component: lazyScreen(() => import('./screens/partners/screen.tsx')),
    group: 'Work',
    key: 'r',
    words: 'invite suspend resellers',
    kinds: ['distributor'],
  },
  // Before the path of one partner, which would match as well.
  '/partners/import': {
    title: 'Invite partners from a file',
    component: lazyScreen(() => import('./screens/partners-import/screen.tsx')),
  },
  '/partners/:id': { title: 'Partner', component: lazyScreen(() => import('./screens/partner/screen.tsx')) },
  '/schedules': {
    title: 'Schedules',
    component: lazyScreen(() => import('./screens/schedules/screen.tsx')),
    group: 'Work',
    words: 'automatic weekly monthly',
    kinds: ['partner'],
  },
  '/schedules/:id': { title: 'Schedule', component: lazyScreen(() => import('./screens/schedule/screen.tsx')) },
  '/keys': {
    title: 'API keys',
    component: lazyScreen(() => import('./screens/keys/screen.tsx')),
    group: 'Developers',
    key: 'k',
    words: 'rotate revoke',
    isClosedToVisitors: true,
  },
  '/webhooks': {
    title: 'Webhooks',
    component: lazyScreen(() => import('./screens/webhooks/screen.tsx')),
    group: 'Developers',
    key: 'w',
    words: 'endpoint url signature',
    role: 'admin',
    isClosedToVisitors: true,
  },
  '/webhooks/:id': { title: 'Webhook', component: lazyScreen(() => import('./screens/webhook/screen.tsx')) },
  '/deliveries': {
    title: 'Delivery log',
    component: lazyScreen(() => import('./screens/deliveries/screen.tsx')),
    group: 'Developers',
    key: 'd',
    words: 'failed replay retry',
    role: 'admin',
    isClosedToVisitors: true,
  },
  '/deliveries/:id': { title: 'Delivery', component: lazyScreen(() => import('./screens/delivery/screen.tsx')) },
  '/events': {
    title: 'Events',
    component: lazyScreen(() => import('./screens/events/screen.tsx')),
    group: 'Developers',
    key: 'e',
    words: 'payload',
  },
  '/team': {
    title: 'Team',
    component: lazyScreen(() => import('./screens/team/screen.tsx')),
    group: 'Account',
    key: 't',
    words: 'invite role members users',
    isClosedToVisitors: true,
  },
  '/sign-on': {
    title: 'Sign-on',
    component: lazyScreen(() => import('./screens/sign-on/screen.tsx')),
    group: 'Account',
    words: 'sso oidc entra okta',
    role: 'admin',
    isClosedToVisitors: true,
  },
  '/usage': {
    title: 'Usage',
    component: lazyScreen(() => import('./screens/usage/screen.tsx')),
    group: 'Account',
    key: 'u',
    words: 'runs limit forecast quota',
  },
  '/plan': {
    title: 'Plan and invoices',
    component: lazyScreen(() => import('./screens/plan/screen.tsx')),
    group: 'Account',
    key: 'p',
    words: 'billing subscription upgrade payment card',
    role: 'admin',
    kinds: ['partner'],
  },
  '/settlement': {
    title: 'Settlement',
    component: lazyScreen(() => import('./screens/settlement/screen.tsx')),
    group: 'Account',
    key: 'l',
    words: 'statements invoices revenue share',
    role: 'admin',
    kinds: ['distributor'],
  },
  '/settlement/:id': { title: 'Statement', component: lazyScreen(() => import('./screens/statement/screen.tsx')) },
  '/brand': {
    title: 'Report branding',
    component: lazyScreen(() => import('./screens/brand/screen.tsx')),
    group: 'Account',
    key: 'b',
    words: 'brand logo color white label',
    kinds: ['partner'],
  },
  '/audit': {
    title: 'Audit trail',
    component: lazyScreen(() => import('./screens/audit/screen.tsx')),
    group: 'Account',
    key: 'a',
    words: 'log history compliance',
  },
  '/settings': {
    title: 'My settings',
    component: lazyScreen(() => import('./screens/settings/screen.tsx')),
    group: 'Account',
    key: 'm',
    words: 'time zone language dates',
  },
  '/security': {
    title: 'My security',
    component: lazyScreen(() => import('./screens/security/screen.tsx')),
    group: 'Account',
    key: 's',
    words: 'password passkey second factor recovery codes sessions',
    isClosedToVisitors: true,
  },
}
