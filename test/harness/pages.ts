import { after } from 'node:test'
import { type Api, type ApiOptions, startApi } from './api.ts'
import { type Surfer, startBrowser } from './browser.ts'

export interface Pages {
  api: Api
  /** A browser on the service, which starts with its first window. */
  surfer: Pick<Surfer, 'open'>
}

/** Starts a service, and a browser on its pages, for the tests of the calling file; closes both after them. */
export async function openPages(options: ApiOptions = {}): Promise<Pages> {
  const api = await startApi(options)
  let browser: Promise<Surfer> | undefined
  after(async () => {
    await (await browser)?.[Symbol.asyncDispose]()
    await api[Symbol.asyncDispose]()
  })
  return {
    api,
    surfer: {
      async open(windowOptions) {
        browser ??= startBrowser(api)
        return await (await browser).open(windowOptions)
      },
    },
  }
}
