import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** Writes JSON whole or not at all, and for its owner only. */
export async function writePrivately(path: string, content: unknown): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(JSON.stringify(content))
    await file.sync().finally(() => file.close())
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

export const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
