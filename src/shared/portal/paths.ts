/**
 * The paths of the portal's screens: the server answers them with the shell page, the client with a screen. Home is the
 * same path for both kinds of account.
 */
export const SCREEN_PATHS = [
  '/',
  '/keys',
  '/webhooks',
  '/webhooks/:id',
  '/deliveries',
  '/deliveries/:id',
  '/events',
  '/security',
  '/team',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]
