import type { Script } from '../../../../../engine/model/remedy.ts'

/** Characters by which the rest of a long line is indented. */
const INDENT = 2

/** After these a statement of PowerShell goes on in the next line by itself; elsewhere a backtick says so. */
const GOES_ON = /(?:[|,({;]|\s-(?:and|or))$/
const BACKTICK = ' `'

/**
 * The lines of a script, none longer than `max` characters where it has a place to break, so that what is copied from paper
 * still runs: strings stay whole, comments go on as comments.
 */
export function codeLines(code: string, language: Script['language'], max: number): string[] {
  if (language === 'Graph') return code.split('\n').flatMap((line) => breakAddress(line, max))
  let isText = false
  return code.split('\n').flatMap((line) => {
    if (line.startsWith("'@")) isText = false
    const broken = breakLine(line, isText, max)
    if (line.endsWith("@'")) isText = true
    return broken
  })
}

/** Before the parts of a query, or else after a slash. */
function breakAddress(line: string, max: number): string[] {
  if (line.length <= max) return [line]
  const places = (mark: RegExp): number[] =>
    [...line.matchAll(mark)].map(({ index }) => index).filter((at) => at > INDENT && at <= max)
  const at = places(/[?&]/g)[0] ?? places(/(?<=\w\/)\w/g).at(-1)
  if (at === undefined) return [line]
  return [line.slice(0, at), ...breakAddress(`${' '.repeat(INDENT)}${line.slice(at)}`, max)]
}

/** In a text of several lines, such as a query, a backtick would be part of it. */
function breakLine(line: string, isText: boolean, max: number): string[] {
  if (line.length <= max) return [line]
  const indent = line.length - line.trimStart().length
  const isComment = line.trimStart().startsWith('#')
  const needsMark = !isComment && !isText
  const places = spacesIn(line).filter((at) => at > indent + 1 && at <= max)
  const free = needsMark ? places.filter((at) => GOES_ON.test(line.slice(0, at))) : places
  // A natural place reads better, unless it leaves most of the line empty.
  const natural = free.at(-1)
  const marked = places.findLast((at) => at <= max - BACKTICK.length)
  const at = natural !== undefined && natural > max / 2 ? natural : (marked ?? natural)
  if (at === undefined) return [line]
  const isMarked = needsMark && !free.includes(at)
  const start = isComment ? `${' '.repeat(indent)}# ` : ' '.repeat(indent + INDENT)
  const [first = '', ...others] = breakLine(`${start}${line.slice(at).trimStart()}`, isText, max)
  // What goes on once more stays at the same indentation.
  const more = isComment ? others : others.map((other) => other.slice(INDENT))
  return [`${line.slice(0, at)}${isMarked ? BACKTICK : ''}`, first, ...more]
}

/** The places of spaces outside of strings. */
function spacesIn(line: string): number[] {
  const found: number[] = []
  let quote: string | undefined
  for (const [at, character] of [...line].entries()) {
    if (quote === undefined && (character === "'" || character === '"')) quote = character
    else if (character === quote) quote = undefined
    else if (character === ' ' && quote === undefined) found.push(at)
  }
  return found
}
