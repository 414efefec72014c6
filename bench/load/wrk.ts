import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fields, number } from '../../src/shared/json.ts'
import { CONNECTIONS, type LoadResult, type RawLoad } from './raw.ts'

const WRK = '/usr/bin/wrk'

/** Debian's package `wrk`. */
export const hasWrk = existsSync(WRK)

const FIGURES = ['answered', 'us', 'failed', 'p50Us', 'p99Us']

/** Prints the results that wrk passes to `done`; their fields are in the file SCRIPTING of wrk 4.1. */
const DONE = `
function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"answered":%d,"us":%d,"failed":%d,"p50Us":%d,"p99Us":%d}', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end`

export async function loadFromWrk(
  url: string,
  load: RawLoad,
  seconds: number,
): Promise<LoadResult & { failed: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-wrk-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, toScript(load))
    // wrk accepts only whole seconds.
    const words = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${Math.ceil(seconds)}s`, '-s', script, url]
    const { stdout } = await promisify(execFile)(WRK, words)
    const figures = fields(JSON.parse(stdout.split('\n').find((line) => line.startsWith('{')) ?? 'null'))
    const [answered = 0, us = 0, failed = 0, p50Us = 0, p99Us = 0] = FIGURES.map((name) => number(figures[name]))
    return { answered, failed, seconds: us / 1e6, p50Ms: p50Us / 1000, p99Ms: p99Us / 1000 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * One thread takes the requests in turn for all connections. It starts with a random one, because the previous script
 * may just have sent the first ones.
 */
function toScript({ method, requests }: RawLoad): string {
  const lines = requests.map(({ path, headers, body }) => {
    const words = Object.entries(headers).map(([name, value]) => `[${quote(name)}] = ${quote(value)}`)
    return `  wrk.format(${quote(method)}, ${quote(path)}, { ${words.join(', ')} }, ${body === undefined ? 'nil' : quote(body)}),`
  })
  return `local requests
function init(args)
  requests = {
${lines.join('\n')}
  }
  math.randomseed(os.time())
  next_request = math.random(#requests)
end
function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end
${DONE}
`
}

/** A string of Lua, whose escapes for these characters are those of JSON. */
function quote(value: string): string {
  return JSON.stringify(value)
}
