import { html, type Markup } from './html.ts'

/**
 * IBM Plex Sans for our pages; the PDF reports use it as well. One file has all weights of western letters. Another has
 * those of eastern Europe, which browsers load only if a page needs it. Other scripts use the system's font.
 * portal/style/font.css does the same for the portal.
 */

const PACKAGE = '@fontsource-variable/ibm-plex-sans'
const WESTERN = '/fonts/ibm-plex-sans-5.3.0-latin.woff2'
const EASTERN = '/fonts/ibm-plex-sans-5.3.0-latin-ext.woff2'

/** The address of each file, and its path in the package. */
export const FONT_FILES: Readonly<Record<string, string>> = {
  [WESTERN]: `${PACKAGE}/files/ibm-plex-sans-latin-wght-normal.woff2`,
  [EASTERN]: `${PACKAGE}/files/ibm-plex-sans-latin-ext-wght-normal.woff2`,
}

const face = (path: string, range: string): string =>
  `@font-face { font-family: "Plumbline Sans"; font-weight: 100 700; font-display: swap; src: url(${path}) format("woff2"); unicode-range: ${range}; }`

/** For style sheets of pages whose policy allows fonts of our own origin. The ranges are those of the package. */
export const FONT_FACES = `${face(
  EASTERN,
  'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
)}
${face(
  WESTERN,
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
)}`

export const FONT_FAMILY = '"Plumbline Sans", system-ui, sans-serif'

/** For the head of a page: makes browsers load the font together with the page, not only after its style sheet. */
export const FONT_PRELOAD: Markup = html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${WESTERN}">\n`
