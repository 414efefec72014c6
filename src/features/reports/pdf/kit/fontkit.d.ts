/** The part of fontkit that PDFs use; the package has no types. */
declare module 'fontkit' {
  interface Glyphs {
    positions: readonly object[]
  }

  interface Font {
    characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): object
    layout(text: string, features?: unknown): Glyphs
  }

  export function create(file: Uint8Array): Font
}

/** PDFKit also takes a font that fontkit has read, which its types do not say. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
