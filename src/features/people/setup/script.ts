import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The script that adds a passkey to a new sign-in, served unchanged. */
export const NEW_PASSKEY_SCRIPT = readFileSync(new URL('new-passkey.js', import.meta.url), 'utf8')

export const NEW_PASSKEY_SCRIPT_PATH = '/sign-in/new-passkey.js'

/** Changes with the script, which browsers store for good. */
export const NEW_PASSKEY_SCRIPT_URL = `${NEW_PASSKEY_SCRIPT_PATH}?${createHash('sha256').update(NEW_PASSKEY_SCRIPT).digest('hex').slice(0, 12)}`
