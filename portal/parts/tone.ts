/** What a colour means, everywhere. It never stands alone: an icon or a word says the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'info'
