import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'

export type LazyScreen = ComponentType & { preload: () => Promise<unknown> }

/** When the page was last reloaded because a screen could not be loaded. */
const RELOADED = 'plumbline.reloaded'
const AGAIN_MS = 60_000

/**
 * A screen whose file is loaded when it is first shown. After an update of the service the files have other names: then the page
 * is loaded again, once, at the same address.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  return lazy(() => load().catch(recover))
}

async function recover(error: unknown): Promise<{ default: ComponentType }> {
  return {
    // Not before it is shown: a file that was only loaded ahead must not reload the page.
    default: () => {
      const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
      // The boundary around every screen shows it.
      if (!navigator.onLine || Date.now() - last < AGAIN_MS) throw error
      sessionStorage.setItem(RELOADED, String(Date.now()))
      location.reload()
      return null
    },
  }
}
