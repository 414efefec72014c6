import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import type { Contours, Point } from './truetype.ts'
import { unpackWoff2 } from './woff2.ts'

/** Noto Sans for Chinese, Japanese and Korean, in files of about a hundred characters each. A text needs few of them. */

/** By language: the beginning of the names of its files, and where its package lists their characters. */
const PACKAGES = {
  chinese: {
    prefix: 'noto-sans-sc',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  },
  japanese: {
    prefix: 'noto-sans-jp',
    list: () => import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  },
  korean: { prefix: 'noto-sans-kr', list: () => import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json') },
} as const

export type Language = keyof typeof PACKAGES

const LANGUAGES: readonly Language[] = ['chinese', 'japanese', 'korean']

/** A character in one of the files. */
export interface SlicedCharacter {
  codePoint: number
  /** The address of the file. */
  slice: string
  /** In units of the font. It is the same in every weight. */
  advanceWidth: number
}

/** By character: the name of its file. */
const names = new Map<Language, ReadonlyMap<number, string>>()
/** All files together have 35 MB, outside of the heap. */
const unpacked = new Map<string, Buffer>()
/** What fontkit remembers of a file takes 300 kB of the heap. */
const opened = new Map<string, Font>()
const MAX_OPENED = 16

/** A character as a language writes it, or else as another one does; undefined if no file has it. */
export function findSliced(codePoint: number, preferred: Language): SlicedCharacter | undefined {
  for (const language of [preferred, ...LANGUAGES.filter((other) => other !== preferred)]) {
    const name = namesOf(language).get(codePoint)
    if (name === undefined) continue
    const { prefix, list } = PACKAGES[language]
    const slice = new URL(`files/${prefix}-${name}-wght-normal.woff2`, list()).href
    const font = openSlice(slice)
    if (font.hasGlyphForCodePoint(codePoint))
      return { codePoint, slice, advanceWidth: font.glyphForCodePoint(codePoint).advanceWidth }
  }
  return undefined
}

function namesOf(language: Language): ReadonlyMap<number, string> {
  const known = names.get(language)
  if (known) return known
  const found = new Map<number, string>()
  const ranges: unknown = JSON.parse(readFileSync(new URL(PACKAGES[language].list()), 'utf8'))
  for (const [name, list] of Object.entries(ranges ?? {})) {
    for (const [, first = '', last = first] of String(list).matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++) {
        if (!found.has(code)) found.set(code, name.replace(/[[\]]/g, ''))
      }
    }
  }
  names.set(language, found)
  return found
}

function openSlice(slice: string): Font {
  const known = opened.get(slice)
  if (known) return known
  const font = readSlice(slice)
  if (opened.size >= MAX_OPENED) opened.clear()
  opened.set(slice, font)
  return font
}

function readSlice(slice: string): Font {
  const font = unpacked.get(slice) ?? unpackWoff2(readFileSync(new URL(slice)))
  unpacked.set(slice, font)
  return create(font)
}

/** The outlines of characters of one file, in a weight as in CSS. */
export function outlinesOf(slice: string, characters: readonly SlicedCharacter[], weight: number): Contours[] {
  const font = readSlice(slice).getVariation({ wght: weight })
  return characters.map(({ codePoint }) => readContours(font, codePoint))
}

function readContours(font: Font, codePoint: number): Contours {
  const contours: Point[][] = []
  const { commands } = font.glyphForCodePoint(codePoint).path
  for (const [index, { command, args }] of commands.entries()) {
    const [x = 0, y = 0, endX = 0, endY = 0] = args
    if (command === 'moveTo') contours.push([])
    const contour = contours.at(-1)
    if (command === 'closePath' || !contour) continue
    contour.push({ x, y, isOnCurve: command !== 'quadraticCurveTo' })
    // A point halfway between two control points goes without saying.
    const next = commands[index + 1]
    const [nextX = 0, nextY = 0] = next?.args ?? []
    const isImplied = next?.command === 'quadraticCurveTo' && endX === (x + nextX) / 2 && endY === (y + nextY) / 2
    if (command === 'quadraticCurveTo' && !isImplied) contour.push({ x: endX, y: endY, isOnCurve: true })
  }
  return contours
}
