import { readFileSync } from 'node:fs'

const FILES = ['times.js', 'filters.js', 'tools.js'] as const

/**
 * The only script of a report. It stands in the page, so that a saved page has it as well, and the policy allows exactly
 * this text by its hash. Everything on the page can be read without it.
 */
export const PAGE_SCRIPT = FILES.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('')
