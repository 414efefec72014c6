/** What PDFKit documents for pictures but its types lack. */
declare namespace PDFKit.Mixins {
  interface OpenImage {
    /** The file, until it is decoded and written; JPEG files are not decoded. */
    readonly image?: object | null
  }

  interface PDFImage {
    openImage(file: Buffer): OpenImage
    image(picture: OpenImage, x: number, y: number, options: ImageOption): this
  }
}

/** What PDFKit keeps of a font, which \`Paper\` needs. */
declare namespace PDFKit {
  interface EmbeddedFont {
    id: string
    /** In thousandths of the size. */
    ascender: number
    ref(): PDFKitReference
    /** How a PDF names the glyphs of a text, and where they stand. */
    encode(text: string): [glyphs: readonly string[], positions: readonly object[]]
  }

  interface PDFKitReference {
    /** What is written of it so far. */
    buffer: Uint8Array[]
  }

  interface PDFDocument {
    readonly _font: EmbeddedFont
    readonly _fontSize: number
    /** Length of the file so far. */
    _offset: number
    _write(part: string | Uint8Array): void
    push(part: Uint8Array | null): boolean
  }
}
