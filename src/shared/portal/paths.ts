/**
 * The paths of the portal's screens: the server answers them with the shell page, the client with a screen. Home is the
 * same path for both kinds of account.
 */
export const SCREEN_PATHS = [
  '/',
  '/customers',
  '/customers/approvals',
  '/customers/import',
  '/customers/:id',
  '/customers/:id/runs',
  '/customers/:id/findings',
  '/customers/:id/questionnaires',
  '/customers/:id/exceptions',
  '/customers/:id/links',
  '/customers/:id/sheet',
  '/customers/:id/activity',
  '/fixes',
  '/fixes/:id',
  '/partners',
  '/partners/import',
  '/partners/:id',
  '/schedules',
  '/keys',
  '/webhooks',
  '/webhooks/:id',
  '/deliveries',
  '/deliveries/:id',
  '/events',
  '/settings',
  '/security',
  '/team',
  '/usage',
  '/plan',
  '/brand',
  '/audit',
  '/settlement',
  '/settlement/:id',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]
