import { html, type Markup } from './html.ts'
import { renderSmallPage } from './small-page.ts'

/** The logo: a plumb line, after which the product is named. The portal's screens have the same one. */
export const MARK = html`<svg viewBox="0 0 16 16" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true"><path d="M2 1.5h12M8 1.5V7" stroke-linecap="round"/><path d="M8 7l3 2.4L8 15 5 9.4z" fill="currentColor"/></svg>`

const BRAND = html`<p class="brand">${MARK} Plumbline</p>`

/**
 * A small page on which people sign in or join. It shows the product's logo, so that people know whose page it is
 * before they type a password.
 */
export const renderPortalPage = (title: string, body: Markup, options: { head?: Markup } = {}): string =>
  renderSmallPage(title, html`${BRAND}${body}`, options)
