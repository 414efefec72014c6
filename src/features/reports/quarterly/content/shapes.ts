import { type Static, Type } from 'typebox'

/** The content of a quarterly sheet, for page and PDF, as the composing thread returns it. */

const Text = Type.String()

const Tone = Type.Enum(['good', 'bad', 'warn', 'dim'])

const Figure = Type.Object({
  label: Text,
  count: Type.Integer(),
  note: Text,
  tone: Tone,
})
export type Figure = Static<typeof Figure>

/** A score as its gauge draws it. */
const DrawnSpan = { score: Type.Number(), ceiling: Type.Number(), isBare: Type.Boolean() }

const SpanShown = Type.Object({ ...DrawnSpan, words: Text })
export type SpanShown = Static<typeof SpanShown>

const CourseShown = Type.Object({
  name: Text,
  /** A note that the numbers alone do not convey; may be empty. */
  note: Text,
  start: Type.Optional(SpanShown),
  end: SpanShown,
  change: Text,
  level: Text,
  levelBefore: Text,
  levelNote: Text,
  /** Why points are drawn light; may be empty. */
  pointsNote: Text,
  /** Runs to draw, the oldest first. */
  points: Type.Array(Type.Object({ ...DrawnSpan, day: Text })),
})
export type CourseShown = Static<typeof CourseShown>

const SheetEntry = Type.Object({ title: Text, note: Text, isCritical: Type.Optional(Type.Boolean()) })
export type SheetEntry = Static<typeof SheetEntry>

const SheetList = Type.Object({
  title: Text,
  /** The most important first. */
  entries: Type.Array(SheetEntry),
  /** The text in place of entries if there are none; empty where a sheet then does without the list. */
  none: Text,
  /** Sentences below the entries. */
  notes: Type.Array(Text),
})
export type SheetList = Static<typeof SheetList>

export const SheetContent = Type.Object({
  about: Text,
  /** One to three sentences. */
  conclusion: Text,
  figures: Type.Array(Figure),
  courses: Type.Array(CourseShown),
  done: SheetList,
  next: SheetList,
  unknown: SheetList,
  ending: SheetList,
})
export type SheetContent = Static<typeof SheetContent>
