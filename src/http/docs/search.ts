import type { Page } from './contents/pages.ts'
import { createSlugs } from './contents/slugs.ts'

/** A part of a page, from one heading to the next. */
export interface IndexedSection {
  page: Page
  heading: string
  /** Empty for the beginning of a page. */
  anchor: string
  text: string
  /** Both in lower case. */
  words: { heading: string; text: string }
}

export interface Hit {
  page: Page
  heading: string
  anchor: string
  /** The text around the first word that was found. */
  excerpt: string
}

const MAX_WORDS = 8
const MAX_HITS = 20
const EXCERPT_CHARACTERS = 220

const FENCE = /^ *`{3,}/
const HEADING = /^(#{1,6}) (.+)$/
/** The row that separates a table's header from its body. */
const HEAD_END = /^\|[|\s:-]+\|$/

/**
 * The sections of a page, down to the third level of headings. Works on lines, because parsing the Markdown of all
 * pages would take half a second.
 */
export function indexPage(page: Page, markdown: string): IndexedSection[] {
  const nextSlug = createSlugs()
  const sections: { heading: string; anchor: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) {
      isCode = !isCode
      continue
    }
    // Removes the header of a table, which is useless without its rows.
    if (!isCode && HEAD_END.test(line)) sections.at(-1)?.lines.pop()
    const [, signs = '', title = ''] = (!isCode && HEADING.exec(line)) || []
    if (signs === '') {
      sections.at(-1)?.lines.push(isCode ? line : readable(line.replace(LAYOUT, '')))
      continue
    }
    const heading = readable(title).trim()
    const anchor = nextSlug(heading)
    if (signs.length <= 3) sections.push({ heading, anchor: signs.length === 1 ? '' : anchor, lines: [] })
  }
  return sections.map(({ heading, anchor, lines }) => {
    const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim()
    return { page, heading, anchor, text, words: { heading: heading.toLowerCase(), text: text.toLowerCase() } }
  })
}

/** Separator rows of tables, and list markers. */
const LAYOUT = /^([|\s:-]+$|- |\d+\. )/

/** Text without the markup of links, code and emphasis. */
const readable = (text: string): string =>
  text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\\(?=[|*_<])|[`|]|\*\*/g, '')

/** The words that a query looks for. */
export const wordsOf = (query: string): string[] =>
  [
    ...new Set(
      query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ].slice(0, MAX_WORDS)

/** The sections that contain all words of the query, best first; if none does, those that contain the most of them. */
export function searchSections(sections: readonly IndexedSection[], query: string): Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const scored = sections
    .map((section) => ({ section, ...scoreSection(section, words) }))
    .filter(({ found }) => found > 0)
  const best = Math.max(0, ...scored.map(({ found }) => found))
  return scored
    .filter(({ found }) => found === best)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_HITS)
    .map(({ section: { page, heading, anchor, text, words: lower } }) => ({
      page,
      heading,
      anchor,
      excerpt: excerptOf(text, lower.text, words),
    }))
}

/**
 * How many of the words a section contains, and how well they match: in its heading, in the title of its page, or in
 * its text.
 */
function scoreSection({ page, anchor, words: { heading, text } }: IndexedSection, words: readonly string[]) {
  let [found, score] = [0, 0]
  for (const word of words) {
    const inHeading = heading.includes(word)
    const inTitle = page.title.toLowerCase().includes(word)
    const count = countIn(text, word)
    if (inHeading || inTitle || count > 0) found += 1
    score += (inHeading ? 10 : 0) + (inTitle ? 4 : 0) + Math.log2(1 + count)
  }
  // A page that is called so, or a name of several words, is what was meant; objects are called like what they represent.
  if (heading === words.join(' ')) score += anchor === '' || words.length > 1 ? 30 * words.length : 10
  return { found, score: (score * weightOf(page, heading)) / (1 + Math.log10(1 + text.length / 1000)) }
}

/** Guides come first: most people search for how something is done, and those who search for a command or a field know its name. */
function weightOf({ path }: Page, heading: string): number {
  if (path.startsWith('api/') && !heading.includes(' ')) return LISTED
  return WEIGHTS.find(([start]) => path.startsWith(start))?.[1] ?? 1
}

/** An object, command or requirement: one entry of many. */
const LISTED = 0.5
const EXPLAINED = 2
const WEIGHTS: readonly (readonly [path: string, weight: number])[] = [
  ['start', EXPLAINED],
  ['guide/', EXPLAINED],
  ['concepts/', EXPLAINED],
  ['operate/', EXPLAINED],
  ['commands', LISTED],
  ['frameworks', LISTED],
  ['changes', 0.3],
]

function countIn(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0 && count < 20; at = text.indexOf(word, at + word.length)) count += 1
  return count
}

function excerptOf(text: string, lower: string, words: readonly string[]): string {
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0)))
  const wanted = Number.isFinite(at) ? Math.max(0, at - 60) : 0
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const part = text.slice(start, start + EXCERPT_CHARACTERS)
  const end = start + EXCERPT_CHARACTERS < text.length ? part.replace(/\s\S*$/, '') : part
  return `${start > 0 ? '… ' : ''}${end}${start + EXCERPT_CHARACTERS < text.length ? ' …' : ''}`
}
