import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDataDir } from './data-dir.ts'
import { DataDirInUse } from './errors.ts'
import { processLife, UNKNOWN_LIFE } from './process-life.ts'

/** A claim to the data folder: a file whose name contains everything, so that it is never read half written. */
interface Claim {
  file: string
  pid: number
  life: string
}

const CLAIM = /^\d{13}_(\d+)_([\w.-]+)_[0-9a-f]{12}$/
const TIE_ROUNDS = 50
const TIE_PAUSE_MS = 10

/**
 * Locks the data folder for this process, and creates it if it is missing. `owner` is shown to others that find it locked.
 * Throws DataDirInUse while another live process, or another call in this one, has the lock; the claim of a process that
 * was killed is ignored.
 */
export async function lockDataDir(dataDir: string, owner = ''): Promise<{ release(): Promise<void> }> {
  const folder = join(dataDir, 'lock')
  await makeDataDir(dataDir)
  await mkdir(folder, { recursive: true })
  const life = (await processLife(process.pid)) ?? UNKNOWN_LIFE
  const own = `${String(Date.now()).padStart(13, '0')}_${process.pid}_${life}_${randomBytes(6).toString('hex')}`
  const release = () => rm(join(folder, own), { force: true })
  await writeFile(join(folder, own), owner, { flag: 'wx', mode: 0o600 })
  try {
    // The claim is published before looking for rivals, so that of two simultaneous calls at least one sees the other.
    // A claim older than ours has the lock or is about to get it. A later one will be withdrawn, so the earlier one
    // waits for that.
    for (let round = 0; ; round++) {
      const rival = await findRival(folder, own)
      if (rival === undefined) return { release }
      if (rival.file < own || round === TIE_ROUNDS) {
        throw new DataDirInUse(dataDir, rival.pid, await readFile(join(folder, rival.file), 'utf8').catch(() => ''))
      }
      await delay(TIE_PAUSE_MS)
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** The earliest claim of a live process other than ours. Deletes the claims of dead processes. */
async function findRival(folder: string, own: string): Promise<Claim | undefined> {
  for (const file of (await readdir(folder)).sort()) {
    const [, pid, life] = CLAIM.exec(file) ?? []
    if (file === own || pid === undefined || life === undefined) continue
    const claim = { file, pid: Number(pid), life }
    if (await isAlive(claim)) return claim
    await rm(join(folder, file), { force: true })
  }
  return undefined
}

async function isAlive(claim: Claim): Promise<boolean> {
  const life = await processLife(claim.pid)
  return life !== undefined && (life === claim.life || life === UNKNOWN_LIFE)
}
