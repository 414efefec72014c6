import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { PictureSize } from './markdown.ts'

export interface Picture {
  /** Contains a hash of the content. */
  address: string
  content: Buffer
  size: PictureSize
}

/** The PNG files of a folder by their names. */
export async function readPictures(folder: URL): Promise<Map<string, Picture>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'))
  const read = names.map(async (name): Promise<[string, Picture]> => {
    const content = await readFile(new URL(name, folder))
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const address = `/docs/files/${name.replace(/\.png$/, '')}.${hash}.png`
    return [name, { address, content, size: sizeOf(content) }]
  })
  return new Map(await Promise.all(read))
}

/** The header of a PNG file begins with its width and height, at byte 16. */
const sizeOf = (content: Buffer): PictureSize => ({ width: content.readUInt32BE(16), height: content.readUInt32BE(20) })
