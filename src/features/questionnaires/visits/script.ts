import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The only script of the questionnaire, served unchanged. */
export const AUTOSAVE = readFileSync(new URL('autosave.js', import.meta.url), 'utf8')

/** Its address, with a hash of its content so that browsers can cache it forever. */
export const AUTOSAVE_URL = `/q/app.js?v=${createHash('sha256').update(AUTOSAVE).digest('base64url').slice(0, 12)}`
