import type { PortalFiles } from '../../src/http/portal-files.ts'
import { type BuiltPortal, buildPortal } from '../../src/runtime/portal-build.ts'

let built: Promise<BuiltPortal> | undefined

/** The portal's client, built once for all tests of this process. */
export function portalClient(): Promise<BuiltPortal> {
  built ??= buildPortal()
  return built
}

/** Replaces the portal's client in tests that do not use it: the routes are the same, and the screens are empty. */
export const EMPTY_PORTAL: PortalFiles = {
  script: 'main.js',
  styles: ['portal.css'],
  icon: 'icon.svg',
  imports: [],
  screens: new Map(),
  files: new Map(),
}
