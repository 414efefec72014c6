import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDataDir } from './data-dir.ts'

/** The data folder belongs to another process that is alive. */
export class DataDirInUse extends Error {
  readonly pid: number

  constructor(dataDir: string, pid: number, owner: string) {
    super(
      `Plumbline is already running on the data folder ${dataDir} (process ${pid}${owner === '' ? '' : `, ${owner}`}). ` +
        'Stop that process first, or set PLUMBLINE_DATA_DIR to another folder.',
    )
    this.name = 'DataDirInUse'
    this.pid = pid
  }
}

/** A claim is a file whose name says everything, so it is never seen half written. */
interface Claim {
  file: string
  pid: number
  life: string
}

const CLAIM = /^\d{13}_(\d+)_([\w.-]+)_[0-9a-f]{12}$/
const TIE_ROUNDS = 50
const TIE_PAUSE_MS = 10

/**
 * Takes the data folder for this process alone; `owner` is named to whoever comes second. Throws DataDirInUse while
 * another live process (or another call in this one) holds it. The claim of a process that was killed counts for nothing.
 */
export async function lockDataDir(dataDir: string, owner = ''): Promise<{ release(): Promise<void> }> {
  const folder = join(dataDir, 'lock')
  await makeDataDir(dataDir)
  await mkdir(folder, { recursive: true })
  const life = (await processLife(process.pid)) ?? UNSEEN
  const own = `${String(Date.now()).padStart(13, '0')}_${process.pid}_${life}_${randomBytes(6).toString('hex')}`
  const release = () => rm(join(folder, own), { force: true })
  await writeFile(join(folder, own), owner, { flag: 'wx', mode: 0o600 })
  try {
    // Publish first, look afterwards: of two that come at once at least one sees the other. The earlier name waits
    // a moment for the later one to give way; a claim older than ours is either the holder or will become it.
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

/** The earliest claim of a live process besides our own. Claims of the dead are cleared away: nobody takes those names again. */
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
  return life !== undefined && (life === claim.life || life === UNSEEN)
}

const UNSEEN = 'unseen'

/**
 * What tells this life of a process number from the next one: on Linux its start and the boot of the machine,
 * elsewhere only that it lives. Undefined when no such process runs (one that waits to be collected is dead too).
 */
export async function processLife(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return isPidTaken(pid) ? UNSEEN : undefined
  // The command's name stands in brackets and may hold anything; state is the first field after it, start the 20th.
  const parts = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (parts[0] === 'Z' || parts[0] === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${parts[19]}.${boot.slice(0, 8)}`
}

/** Whether the number is given out, be it to a process that has ended and waits to be collected. */
export function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
