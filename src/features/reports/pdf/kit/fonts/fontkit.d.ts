/** The part of fontkit that PDFs use; the package has no types. */
declare module 'fontkit' {
  interface Glyph {
    advanceWidth: number
    /** The text that it stands for. */
    codePoints: number[]
  }

  interface Position {
    xAdvance: number
    yAdvance: number
    xOffset: number
    yOffset: number
  }

  interface Layout {
    glyphs: readonly Glyph[]
    positions: readonly Position[]
    advanceWidth: number
  }

  interface Font {
    characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): Glyph
    layout(text: string, features?: unknown): Layout
  }

  export function create(file: Uint8Array): Font
}

/** PDFKit also takes a font that fontkit has read, which its types do not say. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
