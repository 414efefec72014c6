import type { SheetInput } from './content/input.ts'
import type { SheetContent } from './content/shapes.ts'
import { composeSheet } from './content/sheet.ts'

/** Runs in a thread of the isolated pool: decides what a quarterly sheet says. */
export default function composeInThread(input: SheetInput): SheetContent {
  return composeSheet(input)
}
