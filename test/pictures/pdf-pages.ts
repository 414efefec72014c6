import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

/** 110 dots an inch: small print stays readable. */
const SCALE = 110 / 72

/** The pages of a PDF as PNG files, as the reader that is built into Chromium draws them. */
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
