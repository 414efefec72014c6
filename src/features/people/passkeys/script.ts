import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The only script of the sign-in pages, served unchanged. */
export const PASSKEY_SCRIPT = readFileSync(new URL('passkey.js', import.meta.url), 'utf8')

/** Its path, and its address with a hash of its content so that browsers can cache it forever. */
export const PASSKEY_SCRIPT_PATH = '/sign-in/passkey.js'
export const PASSKEY_SCRIPT_URL = `${PASSKEY_SCRIPT_PATH}?v=${createHash('sha256').update(PASSKEY_SCRIPT).digest('base64url').slice(0, 12)}`
