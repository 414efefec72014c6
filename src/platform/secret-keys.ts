import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { link, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDataDir } from '@plumbline/embedded-postgres/data-dir'
import { syncFolder, writeDraft } from '@plumbline/embedded-postgres/private-files'
import { type KeyRing, type SecretKey, toSecretKey, toSecretKeys } from '../shared/crypto/key-ring.ts'
import { codeOf } from '../shared/error-code.ts'
import { UserFacingError } from '../shared/user-facing-error.ts'

/** Where the secret keys come from. */
export interface SecretSource {
  dataDir: string
  /** The current key from the environment; without it, that of the data folder. */
  secretKey?: string | undefined
  secretKeysOld: readonly string[]
}

/** How long a change of the files may go unnoticed, unless an unknown key id is requested. */
const FRESH_MS = 1_000

const currentFile = (dataDir: string): string => join(dataDir, 'secret-key')
const oldFile = (dataDir: string): string => join(dataDir, 'secret-keys-old')

/** A new secret key: 256 random bits. */
export const newSecretKey = (): string => randomBytes(32).toString('base64url')

/**
 * The keys of the environment and of the data folder. Without a key in the environment, the key in the data folder is the
 * current one and is created on the first call. The ring follows changes of the files: a running service can open what a
 * command sealed under a newer key, and soon uses that key itself.
 */
export async function openKeyRing(source: SecretSource): Promise<KeyRing> {
  const { dataDir } = source
  if (source.secretKey === undefined) await makeSecretKey(dataDir)
  let [seen, seenAtMs] = [stateOf(dataDir), performance.now()]
  let keys = readKeys(source)
  const refresh = (): readonly SecretKey[] => {
    const state = stateOf(dataDir)
    seenAtMs = performance.now()
    if (state === seen) return keys
    // During a rotation the file may be missing for a moment: then the known keys stay, and the next call tries again.
    const read = readKeys(source)
    if (read.length > 0) [keys, seen] = [read, state]
    return keys
  }
  return { keys: () => (performance.now() - seenAtMs < FRESH_MS ? keys : refresh()), reload: refresh }
}

/**
 * The current key first. The file of the current key is read before that of the old keys: a rotation writes them in the
 * opposite order, so that a read during a rotation gets every key.
 */
function readKeys({ dataDir, secretKey, secretKeysOld }: SecretSource): readonly SecretKey[] {
  const inFolder = readLines(currentFile(dataDir))
  const current = secretKey ?? inFolder[0]
  // An old key must never replace a current one that cannot be read.
  if (current === undefined) return []
  return toSecretKeys([current, ...inFolder, ...readLines(oldFile(dataDir)), ...secretKeysOld])
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

/** Changes whenever one of the files does, because files are always replaced as a whole. */
function stateOf(dataDir: string): string {
  return [currentFile(dataDir), oldFile(dataDir)]
    .map((file) => {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false })
      return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : ''
    })
    .join(' / ')
}

/** Creates the key of the data folder if there is none. If two processes do so at once, one succeeds and both read its key. */
async function makeSecretKey(dataDir: string): Promise<void> {
  const file = currentFile(dataDir)
  if (readLines(file).length > 0) return
  await makeDataDir(dataDir)
  const draft = await writeDraft(file, `${newSecretKey()}\n`)
  try {
    await link(draft, file)
    await syncFolder(dirname(file))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Makes `fresh` the current key of the data folder and adds the previous one to the old keys. No key is lost, whenever
 * it is interrupted. Only one rotation may run at a time.
 */
export async function rotateSecretKey(dataDir: string, fresh: string): Promise<void> {
  const [file, old] = [currentFile(dataDir), oldFile(dataDir)]
  await removeDrafts(dataDir)
  await replaceFile(old, [...new Set([...readLines(file), ...readLines(old)])])
  await replaceFile(file, [fresh])
}

/** Removes the temporary files of a rotation that was killed. */
async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => /^secret-keys?(-old)?\.[0-9a-f]{12}$/.test(name))
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { force: true })))
}

/** Removes an old key from the data folder. Returns false if it is not there. */
export async function removeOldKey(dataDir: string, id: string): Promise<boolean> {
  const file = oldFile(dataDir)
  const lines = readLines(file)
  const left = lines.filter((line) => toSecretKey(line).id !== id)
  if (left.length === lines.length) return false
  await replaceFile(file, left)
  return true
}

/** Whether the data folder has a file for the current key, even if it cannot be read. */
export const hasSecretKey = (dataDir: string): boolean =>
  statSync(currentFile(dataDir), { throwIfNoEntry: false }) !== undefined

/** The keys in the data folder, the current one first; empty if it has none. */
export const readSecretKeys = (dataDir: string): string[] => [
  ...new Set([...readLines(currentFile(dataDir)), ...readLines(oldFile(dataDir))]),
]

/** The keys in a file with one on each line, the current one first; without a file those of the environment. */
export async function readGivenKeys(
  file: string | undefined,
  { secretKey, secretKeysOld }: Pick<SecretSource, 'secretKey' | 'secretKeysOld'>,
): Promise<string[]> {
  if (file === undefined) return secretKey === undefined ? [] : [secretKey, ...secretKeysOld]
  const keys = readLines(file)
  if (keys.length === 0) throw new UserFacingError(`${file} cannot be read, or contains no secret key.`)
  return keys
}

/** When the data folder's current key was created; undefined if it has none. */
export function currentKeySince(dataDir: string): Date | undefined {
  return statSync(currentFile(dataDir), { throwIfNoEntry: false })?.mtime
}

async function replaceFile(file: string, lines: readonly string[]): Promise<void> {
  const draft = await writeDraft(file, lines.map((line) => `${line}\n`).join(''))
  await rename(draft, file).finally(() => rm(draft, { force: true }))
  await syncFolder(dirname(file))
}
