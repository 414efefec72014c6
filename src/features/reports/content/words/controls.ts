/** Texts of what a reader can use on a page: filters, buttons and links to a place. */
export const CONTROLS = {
  filter: 'Show only',
  severity: 'Severity',
  effort: 'Effort',
  framework: 'Framework',
  state: 'State',
  noEstimate: 'No estimate',
  change: 'Since the last run',
  changes: { worse: 'Worse', others: 'Others' },
  search: 'Search',
  searchHint: 'Id, setting or account',
  find: 'Find',
  everything: 'Show all',
  /** The numbers are put in by the script of the page, or without it by the service. */
  shown: {
    actions: { some: '{shown} of {all} actions', all: 'All {all} actions' },
    entries: { some: '{shown} of {all} entries', all: 'All {all} entries' },
  },
  /** For screen readers, after the number of a box. */
  counts: {
    actions: (count: number): string => (count === 1 ? 'action' : 'actions'),
    entries: (count: number): string => (count === 1 ? 'entry' : 'entries'),
  },
  order: 'Order',
  orders: { area: 'By area', number: 'Most urgent first', effort: 'Least effort first' },
  open: 'Open all',
  close: 'Close all',
  copyCommand: 'Copy command',
  copyAction: 'Copy action as text',
  copied: 'Copied',
  copyDenied: 'Your browser does not let this page copy. The text is selected, so you can copy it yourself.',
  /** `which` is empty if it is true of the whole action. */
  worseThan: (day: string, which: string): string =>
    which === '' ? `Worse than on ${day}` : `${which} worse than on ${day}`,
  loweredByAnswer: (which: string): string =>
    which === '' ? 'Result lowered by an answer' : `Result of ${which} lowered by an answer`,
  actionLink: (number: number): string => `Link to action ${number}`,
} as const

/** Names of the states that a reader can choose. */
export const STATE_WORDS = {
  failed: 'To fix',
  accepted: 'Accepted as a risk',
  unknown: 'Not known',
  inPlace: 'In place or not applicable',
  /** Where every row is one of the two. */
  onlyInPlace: 'In place',
  onlyNotApplicable: 'Not applicable',
  outside: 'Outside the target',
  /** Of the requirements outside the target, those that are met. */
  metOutside: 'Outside the target, met',
  /** Those that have nothing to apply to, which no level misses. */
  idleOutside: 'Outside, not applicable',
} as const

/** The overview of all requirements. */
export const OVERVIEW = {
  title: 'Every requirement at a glance',
  continued: (group: string): string => `${group} (continued)`,
  leadToActions: 'The id of a finding leads to the action that resolves it.',
} as const
