import assert from 'node:assert/strict'
import { ACTION_WORDS } from '../../src/features/reports/content/words/actions.ts'
import { VERDICT_WORDS } from '../../src/features/reports/content/words/every-edition.ts'
import { CHANGES, FULL } from '../../src/features/reports/content/words/full.ts'
import type { WrittenText } from './pdf-layout.ts'

/** Points. Where the texts of a page begin and end, without its head and foot. */
const TOP = 82
const BOTTOM = 772
/** Only in this part of a page could what stands at its end have begun on the next one, without leaving much of it empty. */
const LOWER_THIRD = BOTTOM - (BOTTOM - TOP) / 3 + 24

/** Points from the title of a section to the end of a lead of several lines. */
const LEAD = 100
/** Points from the title of a list to the end of one line. */
const LINE = 14
/** A list of actions has as many on the page where it begins. */
const MIN_LISTED = 4
/** Points below the title of an overview in which there is more than one line. */
const OVERVIEW = 45

/** A title is followed by more than its lead, and a list by more than its beginning, before the page ends. */
export function assertGoodEnds(pages: readonly (readonly WrittenText[])[]): void {
  for (const [index, texts] of pages.entries()) {
    const body = bodyOf(texts)
    const next = bodyOf(pages[index + 1] ?? []).find(({ tag }) => tag !== '')
    const at = body.findLastIndex((text) => levelOf(text) < TEXT)
    const title = body[at]
    if (!next || !title) continue
    const name = `page ${index + 1} of ${pages.length}`
    const below = body.slice(at + 1)
    assertMore(title, below, next, name)
    assertListed(body, next, name)
  }
}

function assertMore(title: WrittenText, below: readonly WrittenText[], next: WrittenText, name: string): void {
  const height = Math.max(title.bottom, ...below.map(({ bottom }) => bottom)) - title.top
  const goesOn = levelOf(next) === TEXT
  assert.ok(!goesOn || height > LINE, `${name} ends with the beginning of “${title.text}”`)
  // Figures and tables are more than a lead.
  const isLead = levelOf(next) > levelOf(title) && !goesOn && below.every(({ tag }) => tag === 'P') && height < LEAD
  assert.ok(!title.text.startsWith(CHANGES.since) || !/^H/.test(next.tag), `${name} divides changes from their bars`)
  assert.ok(!isLead || title.top < LOWER_THIRD, `${name} ends with the lead of “${title.text}”`)
}

function assertListed(body: readonly WrittenText[], next: WrittenText, name: string): void {
  const verdicts = body.findIndex(({ tag, text }) => tag === 'H3' && text === FULL.verdicts)
  const named = new Set(body.slice(verdicts).map(({ text }) => text))
  const missing = Object.values(VERDICT_WORDS).filter((words) => !named.has(words))
  assert.ok(verdicts < 0 || missing.length === 0, `${name} lacks ${missing} below “${FULL.verdicts}”`)
  const title = body.findLast(({ text }) => /every requirement at a glance$/i.test(text))
  const end = Math.max(...body.map(({ bottom }) => bottom))
  if (title && title.tag !== '') assert.ok(end - title.top > OVERVIEW, `${name} ends with one line of an overview`)
  const list = body.findLastIndex(({ text }) => text === ACTION_WORDS.list)
  if (list < 0 || next.tag !== 'TH') return
  const numbers = body.slice(list).filter(({ tag, text }) => tag === 'TD' && /^\d+$/.test(text))
  assert.ok(numbers.length >= MIN_LISTED, `${name} ends with ${numbers.length} actions of a list`)
}

/** The texts between the head and the foot of a page, and those in its figures. */
const bodyOf = (texts: readonly WrittenText[]): WrittenText[] =>
  texts.filter(({ top }) => top > TOP - 10 && top < BOTTOM + 4)

/** Text counts as one level below the lowest title. */
const TEXT = 7
const levelOf = ({ tag }: WrittenText): number => (/^H\d$/.test(tag) ? Number(tag.slice(1)) : TEXT)
