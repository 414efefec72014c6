import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Api } from './api.ts'

/** Debian's build without windows comes first: it shows the same pages with a quarter less processor time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of this machine: PLUMBLINE_CHROMIUM, or one in the places where distributions install it. */
function findChromium(): string | undefined {
  const { PLUMBLINE_CHROMIUM: given } = process.env
  return [...(given ? [given] : CANDIDATES)].find((path) => existsSync(path))
}

const executablePath = findChromium()

/**
 * For the option `skip` of a test: false, or why it cannot run on this machine. In CI, tests fail without a browser
 * instead.
 */
export const withoutBrowser: string | false =
  executablePath === undefined && process.env.CI !== 'true' && 'needs Chromium: install it, or set PLUMBLINE_CHROMIUM'

export interface Surfer extends AsyncDisposable {
  /** Opens a separate window, with its own cookies, on the pages of the service. */
  open(options?: BrowserContextOptions): Promise<Visit>
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Script errors, policy violations and requests to other hosts so far. */
  complaints: string[]
}

async function launch(args: readonly string[]): Promise<Browser> {
  assert.ok(executablePath, 'Chromium is not installed on this machine')
  const all = ['--disable-dev-shm-usage', ...args]
  return await chromium.launch({ executablePath, chromiumSandbox: false, args: all })
}

/** The browser that all files of this process share, if they do. */
let shared: Promise<Browser> | undefined
let isSharing = false

/** Makes all files of this process use one browser. Returns the function that closes it. */
export function shareBrowser(): () => Promise<void> {
  isSharing = true
  return async () => {
    isSharing = false
    await (await shared)?.close()
    shared = undefined
  }
}

/** Starts a real browser for the service's pages; close it before the service. `args` are added to its command line. */
export async function startBrowser(
  { baseUrl }: Pick<Api, 'baseUrl'>,
  { args = [] }: { args?: readonly string[] } = {},
): Promise<Surfer> {
  const isShared = isSharing && args.length === 0
  if (isShared) shared ??= launch(args)
  const browser = (isShared && (await shared)) || (await launch(args))
  const contexts: BrowserContext[] = []
  return {
    async open(options = {}) {
      const context = await browser.newContext({ baseURL: baseUrl, ignoreHTTPSErrors: true, ...options })
      contexts.push(context)
      context.setDefaultTimeout(30_000)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== baseUrl) complaints.push(`a request to ${request.url()}`)
      })
      return { page, context, complaints }
    },
    async [Symbol.asyncDispose]() {
      if (!isShared) return await browser.close()
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}
