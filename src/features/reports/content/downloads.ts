import type { Edition } from './edition.ts'

/** A file that a reader of some page can get. */
export type Download = 'pdf' | 'xlsx' | 'csv' | 'json' | 'oscal'

/** The files for the readers of each edition, in the order in which its page lists them: none says more than the page. */
export const DOWNLOADS: Readonly<Record<Edition, readonly Download[]>> = {
  owner: ['pdf', 'xlsx'],
  technical: ['pdf', 'xlsx', 'csv'],
  full: ['pdf', 'xlsx', 'csv', 'json', 'oscal'],
}

/** Whether readers of an edition can get it as such a file. */
export const isOffered = (edition: Edition, format: string): format is Download =>
  DOWNLOADS[edition].some((offered) => offered === format)
