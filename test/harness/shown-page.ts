import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { FONT_FILES } from '../../src/shared/html/font.ts'

/** The origin of pages that a test renders by itself. */
export const SHOWN_ORIGIN = 'https://pages.example'

interface Shown {
  html: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Prepares a window to show pages without a service, with the fonts that they use. Returns the function that shows one.
 */
export async function preparePage(page: Page): Promise<(shown: Shown) => Promise<void>> {
  let current: Shown | undefined
  await page.route('**/*', async (route) => {
    const font = FONT_FILES[new URL(route.request().url()).pathname]
    if (font) {
      const body = readFileSync(new URL(import.meta.resolve(font)))
      return await route.fulfill({ body, headers: { 'Content-Type': 'font/woff2' } })
    }
    if (!current) return await route.abort()
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...current.headers }
    return await route.fulfill({ headers, body: current.html })
  })
  return async (shown) => {
    current = shown
    await page.goto(`${SHOWN_ORIGIN}/`)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }
}
