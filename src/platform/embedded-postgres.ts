import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { DataDirInUse, isPidTaken, lockDataDir } from './data-lock.ts'
import {
  childOptions,
  EmbeddedPostgresError,
  findBinaries,
  findClosedFolder,
  findServerUser,
  makeOpenFolder,
  type PostgresBinaries,
  runProgram,
  type ServerUser,
} from './postgres-binaries.ts'

type Log = (line: string) => void

export interface EmbeddedPostgresOptions {
  /** Created when missing; the cluster lives in its `postgres` folder, or behind a link of that name. */
  dataDir: string
  /** Gets each line of the server's own log. */
  log?: Log
  /** Called once when the server ends although nobody stopped it. */
  onExit?: (error: EmbeddedPostgresError) => void
  /** Listens on this port; by default on a free one, another at each start. */
  port?: number | undefined
  /** Where the npm package with the binaries lies, when not where Node finds it. */
  packageDir?: string
  /** For root only: holds what the server's account cannot reach in its place. */
  systemDir?: string
}

export interface EmbeddedPostgres {
  /** Connection string with password; changes with each start. */
  url: string
  /** Process of the server. */
  pid: number
  /** Ends connections, waits until all is on disk, frees the data folder. */
  stop(): Promise<void>
}

interface Cluster {
  /** Real path of the server's data folder. */
  folder: string
  /** Unique name that every process of this cluster shows in its command line. */
  name: string
  password: string
  user: ServerUser | undefined
}

const SYSTEM_DIR = '/var/lib/plumbline'
const SUPERUSER = 'plumbline'
const FAST_STOP_MS = 10_000
const IMMEDIATE_STOP_MS = 10_000
/** Enough for a process that still hears SIGQUIT: an orphaned backend has nothing left to finish. */
const ORPHAN_STOP_MS = 1_000
const PORT_ATTEMPTS = 5
const OUTPUT_LINES_KEPT = 20

/**
 * Starts PostgreSQL on the data folder, made on the first start, and holds the folder's lock until `stop`. What an
 * earlier, killed start left behind is stopped and recovered. Throws DataDirInUse or EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const systemDir = options.systemDir ?? SYSTEM_DIR
  let release = async () => {}
  try {
    const lock = await lockDataDir(options.dataDir, 'embedded database')
    release = lock.release
    const dataDir = await realpath(options.dataDir)
    const user = await findOwner(join(dataDir, 'postgres'), await findServerUser())
    const copyDir = user === undefined ? dataDir : systemDir
    const binaries = await findBinaries({ user, copyDir, packageDir: options.packageDir })
    const cluster =
      (await findCluster(dataDir, binaries, user)) ?? (await createCluster(dataDir, binaries, user, systemDir))
    await stopLeftovers(cluster, log)
    const server = await launch(binaries, cluster, log, options.port)
    return await announce(server, cluster, dataDir, release, options.onExit)
  } catch (error) {
    await release()
    throw toSentence(error, options.dataDir)
  }
}

/** The url of the server that runs on this data folder, if it is alive and lets us in. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const content: unknown = await readJson(join(dataDir, 'database.json')).catch(() => undefined)
  const { url }: { url?: unknown } = Object(content)
  if (typeof url !== 'string') return undefined
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** As root the owner of an existing cluster goes on running it, so that a change of accounts does no harm. */
async function findOwner(link: string, standard: ServerUser | undefined): Promise<ServerUser | undefined> {
  const owner = await stat(link).catch(() => undefined)
  if (standard === undefined || owner === undefined || owner.uid === 0 || owner.uid === standard.uid) return standard
  return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid }
}

async function findCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
): Promise<Cluster | undefined> {
  const link = join(dataDir, 'postgres')
  if (!(await lstat(link).catch(() => undefined))) return undefined
  const folder = await realpath(link).catch(() => {
    throw new EmbeddedPostgresError(
      `${link} points to a database folder that is gone. Bring that folder back, or delete the link to start with an empty database.`,
    )
  })
  const owner = await stat(folder)
  if (user === undefined && process.getuid !== undefined && owner.uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to another user (number ${owner.uid}); a start as root made it so. Start as root again, give the folder to yourself, or set PLUMBLINE_DATA_DIR to another folder.`,
    )
  }
  if (user !== undefined && owner.uid === 0) await giveTo(folder, user)
  const closed = await findClosedFolder(folder, user)
  if (closed !== undefined) {
    throw new EmbeddedPostgresError(
      `The user ${user?.name}, which runs the embedded database, may no longer enter ${closed}. Let it in, or move ${dataDir} to a place that it can reach.`,
    )
  }
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  const content: unknown = await readJson(join(folder, 'plumbline.json')).catch(() => undefined)
  const { name, password }: { name?: unknown; password?: unknown } = Object(content)
  if (major === '' || typeof name !== 'string' || typeof password !== 'string') {
    throw new EmbeddedPostgresError(
      `${folder} is not a database that Plumbline made, or parts of it are missing. Restore it from a backup, or move it away to start with an empty database.`,
    )
  }
  if (major !== binaries.version.split('.')[0]) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by PostgreSQL ${major}, this version brings PostgreSQL ${binaries.version}. Run the version of Plumbline that made it, dump the data and load it into a new data folder.`,
    )
  }
  return { folder, name, password, user }
}

/**
 * A copy that root restored belongs to root, and its mode may be too wide for PostgreSQL. Never through links: the
 * server's account must not be able to have other files given to it.
 */
async function giveTo(folder: string, user: ServerUser): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await chmod(folder, 0o700)
  await lchown(folder, user.uid, user.gid)
}

/** Made beside its place and renamed when whole and on disk: a start that is cut off leaves nothing that looks like a database. */
async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  systemDir: string,
): Promise<Cluster> {
  for (const file of await readdir(dataDir)) {
    if (file.startsWith('postgres.new-')) await rm(join(dataDir, file), { recursive: true, force: true })
  }
  const id = randomBytes(8).toString('hex')
  const name = `plumbline-${id}`
  const password = randomBytes(24).toString('hex')
  const link = join(dataDir, 'postgres')
  const isElsewhere = (await findClosedFolder(dataDir, user)) !== undefined
  const parent = isElsewhere ? join(systemDir, 'clusters') : dataDir
  if (isElsewhere) await makeOpenFolder(parent)
  const folder = isElsewhere ? join(await realpath(parent), id) : link
  const staging = join(parent, `postgres.new-${id}`)
  const passwordFile = `${staging}.password`
  try {
    await mkdir(staging, { mode: 0o700 })
    await writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 })
    if (user !== undefined) await Promise.all([staging, passwordFile].map((path) => lchown(path, user.uid, user.gid)))
    await runInitdb(binaries, user, staging, passwordFile)
    await writePrivately(join(staging, 'plumbline.json'), { name, password })
    if (user !== undefined) await lchown(join(staging, 'plumbline.json'), user.uid, user.gid)
    await rename(staging, folder)
    if (isElsewhere) await symlink(folder, link)
    await syncFolder(parent)
    await syncFolder(dataDir)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(staging, { recursive: true, force: true })
  }
  return { folder, name, password, user }
}

async function runInitdb(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const initdb = join(binaries.binDir, 'initdb')
  const target = [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, `--username=${SUPERUSER}`, '--auth=scram-sha-256']
  // Case mapping knows all of Unicode, order is by code point: the same on every system and in every later version.
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = await runProgram(initdb, [...target, ...text, '--no-sync', '--no-instructions'], user)
  if (made.code !== 0) throw serverFailure('The embedded database could not be set up', made.output)
  const synced = await runProgram(initdb, [`--pgdata=${folder}`, '--sync-only'], user)
  if (synced.code !== 0) throw serverFailure('The embedded database could not be written to disk', synced.output)
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** With the lock in our hands, every process of this cluster is an orphan of a start that was killed. */
async function stopLeftovers(cluster: Cluster, log: Log): Promise<void> {
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (content === undefined) return
  const pid = Number.parseInt(content, 10)
  const left = await findProcesses(cluster.name)
  if (left.length > 0)
    log(`stopping the database server that an earlier start left behind (process ${left.join(', ')})`)
  // The server winds up its own children; without it they get the short way.
  if (left.includes(pid)) signal(pid, 'SIGINT')
  const steps = [
    { waitMs: left.includes(pid) ? FAST_STOP_MS : 0, next: 'SIGQUIT' },
    { waitMs: ORPHAN_STOP_MS, next: 'SIGKILL' },
    { waitMs: IMMEDIATE_STOP_MS, next: undefined },
  ] as const
  for (const { waitMs, next } of steps) {
    const rest = await waitForEnd(cluster.name, waitMs)
    if (rest.length === 0) break
    if (next === undefined) {
      throw new EmbeddedPostgresError(
        `An earlier database server (process ${rest.join(', ')}) still uses ${cluster.folder} and does not end. Stop it, then start again.`,
      )
    }
    for (const each of rest) signal(each, next)
  }
  // The number may belong to a stranger by now, or to the dead server that nobody collects: PostgreSQL would take either
  // for a live server. With a free number the file stays, and PostgreSQL makes its own checks with it.
  if (pid > 0 && isPidTaken(pid)) await rm(pidFile, { force: true })
}

async function waitForEnd(name: string, waitMs: number): Promise<number[]> {
  const until = Date.now() + waitMs
  for (;;) {
    const rest = await findProcesses(name)
    if (rest.length === 0 || Date.now() >= until) return rest
    await delay(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') {
      throw new EmbeddedPostgresError(
        `An earlier database server (process ${pid}) still runs, and this user may not stop it. Stop it, or start as the user that started it.`,
      )
    }
  }
}

/** The server shows the cluster's name in its arguments, each of its children in its title. */
async function findProcesses(name: string): Promise<number[]> {
  const found: number[] = []
  for (const [pid, command] of await listCommands()) {
    const isServer = /(^|\/)postgres -D /.test(command) && command.includes(`cluster_name=${name}`)
    if (isServer || command.startsWith(`postgres: ${name}: `)) found.push(pid)
  }
  return found
}

async function listCommands(): Promise<[number, string][]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') {
    const { output } = await runProgram('ps', ['-axo', 'pid=,command='], undefined)
    return output.split('\n').map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ +/, '')])
  }
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  return Promise.all(
    pids.map(async (pid): Promise<[number, string]> => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return [Number(pid), command.replaceAll('\0', ' ')]
    }),
  )
}

interface Server {
  child: ChildProcess
  pid: number
  port: number
  /** Resolves when the process has ended, with how. */
  ended: Promise<string>
  lastLines: string[]
}

async function launch(binaries: PostgresBinaries, cluster: Cluster, log: Log, port?: number): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const server = await launchOn(port ?? (await findFreePort()), binaries, cluster, log)
    if (typeof server !== 'string') return server
    // Between our look and the server's start another program may take the port.
    if (attempt === PORT_ATTEMPTS || !/could not (bind|create any TCP)/.test(server)) {
      throw serverFailure('The embedded database did not start', server)
    }
  }
}

/** Gives the server once it takes connections, or what it said when it gave up. */
async function launchOn(
  port: number,
  binaries: PostgresBinaries,
  cluster: Cluster,
  log: Log,
): Promise<Server | string> {
  const settings = {
    cluster_name: cluster.name,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    // Failed statements are the business of whoever sent them, and would put values into the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_timezone: 'UTC',
    lc_messages: 'C',
  }
  const args = [
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(join(binaries.binDir, 'postgres'), args, {
    ...childOptions(cluster.user),
    // A group of its own: Ctrl-C in the terminal reaches us, and we stop it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines: string[] = []
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`))
  })
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line)
      lastLines.push(line)
      if (lastLines.length > OUTPUT_LINES_KEPT) lastLines.shift()
      if (line.includes('database system is ready to accept connections')) resolve(true)
    })
  })
  const outcome = await Promise.race([ready, ended])
  if (outcome !== true || child.pid === undefined) return [...lastLines, outcome].join('\n')
  return { child, pid: child.pid, port, ended, lastLines }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Lets other processes find the server, and watches over its end. */
async function announce(
  server: Server,
  cluster: Cluster,
  dataDir: string,
  release: () => Promise<void>,
  onExit: ((error: EmbeddedPostgresError) => void) | undefined,
): Promise<EmbeddedPostgres> {
  const { child, pid, port } = server
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`
  const sign = join(dataDir, 'database.json')
  const takeDownSign = () => rm(sign, { force: true })
  let stopping: Promise<void> | undefined
  // When we end without stop(), the server must not stay behind; the cluster recovers from anything harsher.
  const endWithUs = () => void child.kill('SIGINT')
  process.on('exit', endWithUs)
  const ended = server.ended.then(async (how) => {
    process.off('exit', endWithUs)
    await takeDownSign()
    if (stopping === undefined)
      onExit?.(serverFailure('The embedded database ended by itself', [...server.lastLines, how].join('\n')))
  })
  const stop = async () => {
    await takeDownSign()
    await endServer(child, ended)
    await release()
  }
  try {
    await writePrivately(sign, { url, pid })
  } catch (error) {
    stopping = endServer(child, ended)
    await stopping
    throw error
  }
  return {
    url,
    pid,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

async function endServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const harsher = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
  const harshest = setTimeout(() => child.kill('SIGKILL'), FAST_STOP_MS + IMMEDIATE_STOP_MS)
  await ended
  clearTimeout(harsher)
  clearTimeout(harshest)
}

/** Whole or not at all, and for its owner only. */
async function writePrivately(path: string, content: unknown): Promise<void> {
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

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const DISK_FULL = 'The disk is full: make room on the disk of the data folder, then start again.'

function serverFailure(what: string, output: string): EmbeddedPostgresError {
  if (/No space left on device|[Dd]isk quota exceeded/.test(output))
    return new EmbeddedPostgresError(`${what}. ${DISK_FULL}`)
  return new EmbeddedPostgresError(
    `${what}. Start again; if it happens again, its last words say why:\n${output.trim()}`,
  )
}

function toSentence(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError || error instanceof DataDirInUse || !(error instanceof Error)) return error
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new EmbeddedPostgresError(DISK_FULL, { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The embedded database in ${dataDir} may not be written (${error.message}). Start as the user that owns the folder, or set PLUMBLINE_DATA_DIR to another one.`,
        { cause: error },
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `${dataDir} cannot be used as the data folder, a file is in the way (${error.message}). Set PLUMBLINE_DATA_DIR to another place.`,
        { cause: error },
      )
    default:
      return error
  }
}
