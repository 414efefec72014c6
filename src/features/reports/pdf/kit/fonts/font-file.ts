import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'

/** Bytes: the head of a glyph. */
const HEAD = 10

/**
 * A font of a package as fontkit reads it, which looks for the head of blanks as well. Those of the monospaced font are its last
 * glyphs and have none, and fontkit would read beyond the end of the file.
 */
export const readFontFile = (address: string): Font =>
  create(Buffer.concat([readFileSync(new URL(address)), Buffer.alloc(HEAD)]))
