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
