import { createHash } from 'node:crypto'
import { logoSource } from '../../../shared/html/partner-look.ts'
import { pagePolicy } from '../../../shared/security-headers.ts'
import type { Brand } from '../../brands/rules.ts'
import { PAGE_SCRIPT } from './frame/script/script.ts'
import { styleOf } from './frame/sheet.ts'

const SCRIPT_HASH = createHash('sha256').update(PAGE_SCRIPT, 'utf8').digest('base64')

/** The Content-Security-Policy of a page: allows only its style sheet, its one script, its logo, and what is given. */
export function reportPolicy(brand: Brand = {}, allowed: Readonly<Record<string, string>> = {}): string {
  return pagePolicy(styleOf(brand), {
    ...allowed,
    'script-src': `'sha256-${SCRIPT_HASH}'`,
    ...logoSource(brand),
  })
}
