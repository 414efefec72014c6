import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import type { ServerUser } from './access.ts'
import { EmbeddedPostgresError, OWN_DATABASE } from './errors.ts'

/** The account that runs PostgreSQL if we are root, because it refuses to run as root. Undefined if we are an ordinary user. */
export async function findServerUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? []
    // Some systems write the number of the user nobody as -2.
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Create one, start as an ordinary user, or ${OWN_DATABASE}.`,
  )
}

/** Options for a child that runs as the server's account. Our own environment is not passed on, in particular not PGPORT and the like. */
export function childOptions(user: ServerUser | undefined) {
  return {
    // The account may not be allowed to enter our own folder.
    cwd: parse(process.execPath).root,
    env: process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  }
}

/** Runs a program until it ends; the code is -1 if it could not be started. */
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
