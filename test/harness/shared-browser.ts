import { after } from 'node:test'
import { shareBrowser } from './browser.ts'

/** Loaded first into a process of several test files with pages: they use one browser, one after another. */
after(shareBrowser())
