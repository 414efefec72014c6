import type { Command } from 'commander'

/** A file of one command: it declares the command below `parent`, with the action that carries it out. */
interface CommandFile {
  declare(parent: Command): Command
}

/** Each command and its file. Help lists them in this order. */
export const COMMANDS: Readonly<Record<string, () => Promise<CommandFile>>> = {
  up: () => import('./up.ts'),
  serve: () => import('./serve.ts'),
  work: () => import('./work.ts'),
  migrate: () => import('./migrate.ts'),
  doctor: () => import('./doctor.ts'),
  'distributor create': () => import('./distributor/create.ts'),
  'distributor list': () => import('./distributor/list.ts'),
  'distributor suspend': () => import('./distributor/suspend.ts'),
  'distributor activate': () => import('./distributor/activate.ts'),
  'settlement list': () => import('./settlement/list.ts'),
  'settlement show': () => import('./settlement/show.ts'),
  'settlement close': () => import('./settlement/close.ts'),
  'settlement adjust': () => import('./settlement/adjust.ts'),
  'settlement terms': () => import('./settlement/terms.ts'),
  'stripe seed': () => import('./stripe/seed.ts'),
  'partner invite': () => import('./partner/invite.ts'),
  'partner list': () => import('./partner/list.ts'),
  'partner restart': () => import('./partner/restart.ts'),
  'partner create': () => import('./partner/create.ts'),
  'partner change': () => import('./partner/change.ts'),
  'person invite': () => import('./person/invite.ts'),
  'person reset': () => import('./person/reset.ts'),
  'brand set': () => import('./brand/set.ts'),
  'key create': () => import('./key/create.ts'),
  'key list': () => import('./key/list.ts'),
  'key revoke': () => import('./key/revoke.ts'),
  'approval grant': () => import('./approval/grant.ts'),
  'approval list': () => import('./approval/list.ts'),
  'approval revoke': () => import('./approval/revoke.ts'),
  report: () => import('./report.ts'),
  mail: () => import('./mail.ts'),
  'webhook set': () => import('./webhook/set.ts'),
  'webhook list': () => import('./webhook/list.ts'),
  'webhook test': () => import('./webhook/test.ts'),
  'webhook rotate': () => import('./webhook/rotate.ts'),
  'webhook pause': () => import('./webhook/pause.ts'),
  'webhook resume': () => import('./webhook/resume.ts'),
  'webhook remove': () => import('./webhook/remove.ts'),
  'webhook listen': () => import('./webhook/listen.ts'),
  'webhook log': () => import('./webhook/log.ts'),
  'webhook replay': () => import('./webhook/replay.ts'),
  'secret list': () => import('./secret/list.ts'),
  'secret rotate': () => import('./secret/rotate.ts'),
  'secret reseal': () => import('./secret/reseal.ts'),
  'secret remove': () => import('./secret/remove.ts'),
  snapshot: () => import('./snapshot.ts'),
  permissions: () => import('./permissions.ts'),
  assess: () => import('./assess.ts'),
  simulator: () => import('./simulator.ts'),
  gen: () => import('./gen.ts'),
}

/** What the commands of a group have in common, shown by `--help`. */
export const GROUPS: Readonly<Record<string, string>> = {
  distributor: 'manage distributors',
  settlement: 'manage distributor settlement: statements, adjustments and terms',
  stripe: 'set up the Stripe account that bills partners',
  partner: 'manage partners',
  person: 'manage the people of partners and distributors',
  brand: "manage the look of a partner's reports",
  key: 'manage the keys of partners and distributors',
  approval: 'manage which tenants may be read for a partner',
  webhook: 'manage webhooks, which send events to accounts',
  secret: 'manage the secret keys, which seal what is stored and sign links',
}
