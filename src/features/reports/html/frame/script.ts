import { readFileSync } from 'node:fs'

/**
 * The only script of a report. It stands in the page, so that a saved page has it as well, and the policy allows exactly
 * this text by its hash. Everything on the page works without it.
 */
export const PAGE_SCRIPT = readFileSync(new URL('page.js', import.meta.url), 'utf8')
