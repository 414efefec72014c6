import { after } from 'node:test'
import { shareBrowser } from './browser.ts'

/**
 * Loaded first into a process that runs several test files with pages, one after another, so that they share one
 * browser.
 */
after(shareBrowser())
