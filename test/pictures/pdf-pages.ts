import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** 110 dots per inch, so that small print is readable. */
const SCALE = 110 / 72

/** The pages of a PDF as PNG files, drawn by the library that Chromium uses for PDFs. */
export async function drawPages(pdf: Buffer): Promise<Buffer[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: Buffer[] = []
  for (const page of document.pages()) {
    const { data } = await page.render({ scale: SCALE, render: toPng })
    pages.push(Buffer.from(data))
  }
  document.destroy()
  library.destroy()
  return pages
}

const toPng = ({ data, width, height }: { data: Uint8Array; width: number; height: number }): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, quality: 90 })
    .toBuffer()
