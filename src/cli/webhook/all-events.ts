/** Means every kind of event, in `--events` and in the list. */
export const ALL_EVENTS = 'all'
