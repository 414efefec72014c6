/** The part of fontkit that PDFs use; the package has no types. */
declare module 'fontkit' {
  interface Glyph {
    id: number
    advanceWidth: number
    /** The text that it stands for. */
    codePoints: readonly number[]
  }

  interface Outline {
    commands: readonly {
      command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'
      /** Coordinates, the control point of a curve first. */
      args: readonly number[]
    }[]
  }

  interface DrawnGlyph extends Glyph {
    path: Outline
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
    numGlyphs: number
    characterSet: readonly number[]
    getGlyph(id: number): DrawnGlyph
    glyphForCodePoint(codePoint: number): DrawnGlyph
    hasGlyphForCodePoint(codePoint: number): boolean
    /** Undefined stands for what fontkit finds out itself. */
    layout(text: string, features?: unknown, script?: string, language?: string, direction?: 'ltr' | 'rtl'): Layout
    createSubset(): PDFKit.FontSubset
    /** A variable font at one place of its axes. */
    getVariation(axes: { wght: number }): Font
  }

  export function create(file: Uint8Array): Font
}

/** PDFKit also takes a font that fontkit has read, which its types do not say, and others like it. */
declare namespace PDFKit {
  interface FontLike {
    postscriptName: string
    unitsPerEm: number
    ascent: number
    descent: number
    lineGap: number
    capHeight: number
    xHeight: number
    italicAngle: number
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    head: { macStyle: { italic: boolean } }
    post: { isFixedPitch: boolean }
    getGlyph(id: number): { advanceWidth: number }
    layout(text: string): import('fontkit').Layout
    createSubset(): FontSubset
  }

  /** The glyphs of a document. */
  interface FontSubset {
    /** Returns its number in the document. */
    includeGlyph(id: number): number
    /** The font file. */
    encode(): Uint8Array
  }
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font | FontLike): this
  }
}
