/** Binds a sign-in to the browser that started it. Lax: sent when Microsoft redirects back. */
export const BROWSER_COOKIE = '__Host-portal-browser'

export const BROWSER_COOKIE_OPTIONS = {
  path: '/',
  maxAge: 15 * 60,
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const
