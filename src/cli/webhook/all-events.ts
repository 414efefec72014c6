/** Means every kind of event but the optional ones, in `--events` and in the list. */
export const ALL_EVENTS = 'all'
