import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The one script of the questionnaire, served as it lies here. */
export const AUTOSAVE = readFileSync(new URL('autosave.js', import.meta.url), 'utf8')

/** Its address with a mark of its content, so that browsers may keep it for good. */
export const AUTOSAVE_URL = `/q/app.js?v=${createHash('sha256').update(AUTOSAVE).digest('base64url').slice(0, 12)}`
