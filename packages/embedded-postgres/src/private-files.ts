import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** Writes JSON atomically, readable for its owner only. */
export async function writePrivately(path: string, content: unknown): Promise<void> {
  const draft = await writeDraft(path, JSON.stringify(content))
  await rename(draft, path).finally(() => rm(draft, { force: true }))
}

/** Writes a temporary file beside `path`, readable for its owner only and synced to disk; returns its path. */
export async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync().finally(() => file.close())
    return draft
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Waits until the directory entries of a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

export const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
