import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Fault } from './faults.ts'
import { migrate, serviceCommand, THIS_VERSION, untilReady, type Version } from './service.ts'

const run = promisify(execFile)

const SIDE_BY_SIDE_MS = 10_000

/** Checks out the newest released commit, as RELEASES.md records it, with its own packages. */
export async function checkOutRelease(folder: string): Promise<Version> {
  const commits = [...(await readFile(join(THIS_VERSION.folder, 'RELEASES.md'), 'utf8')).matchAll(/`([0-9a-f]{40})`/g)]
  const commit = commits.at(-1)?.[1]
  if (commit === undefined) throw new Error('RELEASES.md names no commit')
  const target = join(folder, 'release')
  await mkdir(target)
  const archive = join(folder, 'release.tar')
  await run('git', ['-C', THIS_VERSION.folder, 'archive', '--output', archive, commit])
  await run('tar', ['-xf', archive, '-C', target])
  await run('npm', ['ci', '--omit=dev'], { cwd: target })
  return { folder: target, script: join(target, 'bin/plumbline.js'), knowsPooler: false }
}

/**
 * The upgrade from a release to this version, while clients use it: migrates, then restarts one process after the
 * other.
 */
export const UPGRADE: Fault = {
  name: 'upgrade from the latest release',
  maxOutageS: 5,
  async strike({ apis, workers, ...cluster }) {
    const { newer } = cluster
    await migrate(THIS_VERSION, newer.owner)
    // Processes of the release must also restart on the newer schema.
    apis[0]?.stop()
    workers[0]?.stop()
    await sleep(SIDE_BY_SIDE_MS)
    for (const [role, processes] of [
      ['serve', apis],
      ['work', workers],
    ] as const) {
      for (const process of processes) {
        await process.crash()
        process.start(serviceCommand(role, THIS_VERSION, newer.environment))
        await untilReady(cluster.proxies)
        await sleep(SIDE_BY_SIDE_MS)
      }
    }
  },
}
