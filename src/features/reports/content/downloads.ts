import type { Edition } from './edition.ts'

/** A file that a reader of some page can get. */
export type Download = 'pdf' | 'xlsx' | 'csv' | 'json' | 'oscal' | 'ocsf'

/** The files for the readers of each edition, in the order in which its page lists them: none says more than the page. */
export const DOWNLOADS: Readonly<Record<Edition, readonly Download[]>> = {
  owner: ['pdf', 'xlsx'],
  technical: ['pdf', 'xlsx', 'csv'],
  full: ['pdf', 'xlsx', 'csv', 'json', 'oscal', 'ocsf'],
}

/** The files for readers of an edition of a report about one run, or of one about a customer. */
export const downloadsOf = (edition: Edition, isCombined: boolean): readonly Download[] =>
  isCombined ? ['pdf'] : DOWNLOADS[edition]
