/** Small files of each type that can be attached. */

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n', 'latin1')
export const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40, 1)])
export const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(40, 2)])

/** An archive of parts with these names: only their local headers, because the service does not read more. */
export function zipOf(...names: readonly string[]): Buffer {
  return Buffer.concat(
    names.flatMap((name) => {
      const header = Buffer.alloc(30)
      header.writeUInt32LE(0x04034b50)
      header.writeUInt16LE(name.length, 26)
      return [header, Buffer.from(name), Buffer.alloc(20, 7)]
    }),
  )
}

export const docx = (...parts: readonly string[]): Buffer =>
  zipOf('[Content_Types].xml', '_rels/.rels', ...(parts.length > 0 ? parts : ['word/document.xml']))

export const xlsx = (...parts: readonly string[]): Buffer =>
  zipOf('[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml', ...parts)
