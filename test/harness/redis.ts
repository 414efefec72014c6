import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../runs/eventually.ts'
import { findFreePort } from './free-port.ts'

/** The program of Redis, or of Valkey, which takes the same arguments, where distributions install it. */
const SERVER = ['/usr/bin/redis-server', '/usr/bin/valkey-server'].find((path) => existsSync(path))

/**
 * For the option `skip` of a test: false, or why it cannot run on this machine. In CI, tests fail without Redis
 * instead.
 */
export const withoutRedis: string | false =
  SERVER === undefined && process.env.CI !== 'true' && 'needs redis-server or valkey-server: install one'

/** A Redis server that the test can stop and start, always on the same port. It loses its data when it stops. */
export async function startRedis(args: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-redis-'))
  const port = await findFreePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    child = spawn(SERVER ?? 'redis-server', [...own, ...args], { stdio: 'ignore' })
    await eventually('Redis listens', () => accepts(port))
  }
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    /** Freezes the server: connections stay open, but get no answers. */
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const accepts = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
