import type { Reads } from '../../endpoints.ts'
import { frameworkName } from '../../frameworks.ts'

export type Run = Reads['/partner/portfolio/runs']['runs'][number]

/** `Bellbird Engineering, Essential Eight, 4 May 2026`. */
export const labelOf = ({ customerName, product, createdAt }: Run): string =>
  [customerName, frameworkName(product), new Date(createdAt).toLocaleDateString('en-GB', { dateStyle: 'medium' })].join(
    ', ',
  )
