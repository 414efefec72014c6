import type { Font } from 'fontkit'
import { fontOf, hasCharacter } from '../fonts/fonts.ts'
import type { Face, Weight } from '../fonts/weights.ts'
import { createAsianFont, isAsianCharacter } from './asian-font.ts'
import { hasShapedCharacter, shapedFontOf } from './shaped-fonts.ts'

/** Texts in scripts that the font of documents lacks, in parts of one font each. */

const SCRIPTS = {
  hebrew: /\p{Script=Hebrew}/u,
  arabic: /\p{Script_Extensions=Arabic}/u,
  /** Chinese, Japanese and Korean. */
  asian: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\uff01-\uffee]/u,
} as const

type Script = keyof typeof SCRIPTS

const DIGIT = /\p{Nd}/u

/** A font, and its name in documents. */
export interface NamedFont {
  name: Face | `${Script} ${Weight}`
  font: Font | PDFKit.FontLike
}

export interface Run {
  text: string
  font: NamedFont
}

/** Read once per process. */
const fonts = new Map<NamedFont['name'], NamedFont>()

/** The script of a character that the font of documents lacks. */
function scriptOf(character: string): Script | undefined {
  if (hasCharacter(character)) return undefined
  if (SCRIPTS.hebrew.test(character)) return 'hebrew'
  if (SCRIPTS.arabic.test(character)) return 'arabic'
  return SCRIPTS.asian.test(character) ? 'asian' : undefined
}

/** Whether the font of its script has a character. */
export function isDrawnInScript(character: string): boolean {
  const script = scriptOf(character)
  if (script === undefined) return false
  return script === 'asian' ? isAsianCharacter(character) : hasShapedCharacter(script, character)
}

/** The parts of a text in the order in which it is read. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  let wasDigit = false
  for (const character of text) {
    const font = fontFor(scriptOf(character), face)
    // Digits run from left to right in scripts that run from right to left.
    const isDigit = DIGIT.test(character)
    const last = runs.at(-1)
    if (last?.font === font && (font.name === face || isDigit === wasDigit)) last.text += character
    else runs.push({ text: character, font })
    wasDigit = isDigit
  }
  return runs
}

function fontFor(script: Script | undefined, face: Face): NamedFont {
  const weight = face === 'code' ? 'regular' : face
  const name = script === undefined ? face : (`${script} ${weight}` as const)
  const known = fonts.get(name)
  if (known) return known
  const font =
    script === undefined
      ? fontOf(face).font
      : script === 'asian'
        ? createAsianFont(weight)
        : shapedFontOf(script, weight)
  const named = { name, font }
  fonts.set(name, named)
  return named
}

/** In units of the font. */
export const widthOfRuns = (runs: readonly Run[]): number =>
  runs.reduce((sum, { text, font }) => sum + font.font.layout(text).advanceWidth, 0)
