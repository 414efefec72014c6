import { createHash } from 'node:crypto'
import { pagePolicy } from '../../../shared/security-headers.ts'
import type { Brand } from '../brand/brand.ts'
import { PAGE_SCRIPT } from './frame/script.ts'
import { styleOf } from './frame/sheet.ts'

const SCRIPT_HASH = createHash('sha256').update(PAGE_SCRIPT, 'utf8').digest('base64')

/** The Content-Security-Policy of a page: allows only its style sheet, its one script, its logo, and what is given. */
export function reportPolicy(brand: Brand = {}, allowed: Readonly<Record<string, string>> = {}): string {
  return pagePolicy(styleOf(brand), {
    ...allowed,
    'script-src': `'sha256-${SCRIPT_HASH}'`,
    ...(brand.logo && { 'img-src': 'data:' }),
  })
}
