import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isPidTaken } from '@plumbline/embedded-postgres/process-life'
import type { Plugin } from 'esbuild'
import type { FindModule } from '../../platform/isolation/isolated-pool.ts'
import { fields, text, texts } from '../../shared/json.ts'

/** Where bundles are, and what they are made of. */
export interface BundlePlace {
  /** All modules whose names end in `-thread.ts` are bundled. */
  sources: string
  /** Below the packages, because bundles import some. As trustworthy as the packages. */
  folder: string
}

const THREAD_MODULES = '**/*-thread.ts'
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PLACE: BundlePlace = {
  sources: join(ROOT, 'src'),
  folder: join(ROOT, 'node_modules/.cache/plumbline-threads'),
}

/** Has native code. */
const NOT_BUNDLED = ['sharp']

/** Packages in CommonJS expect these names. */
const COMMONJS_NAMES = `import { createRequire as _createRequire } from 'node:module'
import { dirname as _dirname } from 'node:path'
const require = _createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

/** The first document of a process must not wait for the build. */
const BUILD_AFTER_MS = 2_000

/**
 * Finds modules of threads in the last bundle if none of its files has changed since. Otherwise threads load the sources,
 * which takes a fifth longer for the first document, and a bundle for later threads is built in the background.
 */
export function createThreadBundle(place: BundlePlace = PLACE): () => FindModule {
  let bundle: string | undefined
  let isBuilding = false
  return () => {
    if (bundle === undefined && !isBuilding) {
      bundle = findBundle(place)
      isBuilding = bundle === undefined
      if (isBuilding) setTimeout(async () => (bundle = await tryToBuild(place)), BUILD_AFTER_MS).unref()
    }
    const found = bundle
    return (path) => {
      const copy = found === undefined ? path : join(found, relative(place.sources, path).replace(/\.ts$/, '.mjs'))
      return existsSync(copy) ? copy : path
    }
  }
}

/** Builds a bundle and returns its folder. Throws if the sources cannot be built or the folder is not writable. */
export async function buildThreadBundle({ sources, folder }: BundlePlace = PLACE): Promise<string> {
  const { build, stop } = await import('esbuild')
  const startedMs = Date.now()
  await mkdir(folder, { recursive: true })
  // Written to a folder of its own and then renamed, because other processes may build at the same time.
  const own = join(folder, `${process.pid}.new`)
  try {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: globSync(THREAD_MODULES, { cwd: sources }).map((path) => join(sources, path)),
      plugins: [namesOfSources(sources), decompressByNode],
      outbase: sources,
      outdir: own,
      outExtension: { '.js': '.mjs' },
      chunkNames: '[hash]',
      banner: { js: COMMONJS_NAMES },
      bundle: true,
      splitting: true,
      external: NOT_BUNDLED,
      platform: 'node',
      format: 'esm',
      target: 'node26',
      legalComments: 'none',
      minifyWhitespace: true,
      metafile: true,
      logLevel: 'silent',
    })
    const inputs = Object.keys(metafile.inputs)
    if (inputs.some((path) => statSync(resolve(ROOT, path)).mtimeMs > startedMs))
      throw new Error('a source has changed during the build')
    const hash = hashOf(inputs)
    const before = readManifest(folder)
    await rename(own, join(folder, hash)).catch(() => {})
    await writeFile(`${own}.json`, JSON.stringify({ hash, inputs }))
    await rename(`${own}.json`, manifestOf(folder))
    // Threads of a process with the bundle before may still load it.
    const wanted = [hash, before?.hash, 'bundle.json']
    const old = (await readdir(folder)).filter((name) => !wanted.includes(name) && !isBeingBuilt(name))
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
    return join(folder, hash)
  } finally {
    await rm(own, { recursive: true, force: true })
    await stop()
  }
}

/** Whether it belongs to a build whose process still runs. A killed build leaves its folder or manifest behind. */
function isBeingBuilt(name: string): boolean {
  const pid = Number(/^(\d+)\.new(?:\.json)?$/.exec(name)?.[1])
  return pid > 0 && isPidTaken(pid)
}

const tryToBuild = (place: BundlePlace): Promise<string | undefined> => buildThreadBundle(place).catch(() => undefined)

/** The folder of the last bundle; undefined if a file that it was built from has changed. */
function findBundle({ folder }: BundlePlace): string | undefined {
  try {
    const manifest = readManifest(folder)
    return manifest && manifest.hash === hashOf(manifest.inputs) ? join(folder, manifest.hash) : undefined
  } catch {
    return undefined
  }
}

function readManifest(folder: string): { hash: string; inputs: string[] } | undefined {
  if (!existsSync(manifestOf(folder))) return undefined
  const { hash, inputs } = fields(JSON.parse(readFileSync(manifestOf(folder), 'utf8')))
  return { hash: text(hash) ?? '', inputs: texts(inputs) }
}

const manifestOf = (folder: string): string => join(folder, 'bundle.json')

/** A hash of the contents of all inputs, and of the code that builds. */
function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(inputs))
  for (const path of [...inputs, fileURLToPath(import.meta.url)]) {
    const content = readFileSync(resolve(ROOT, path))
    hash.update(`${content.length}:`).update(content)
  }
  return hash.digest('base64url')
}

/** Sources that read files beside them find these by the address of the source. */
function namesOfSources(sources: string): Plugin {
  return {
    name: 'names-of-sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (relative(sources, path).startsWith('..')) return undefined
        const source = await readFile(path, 'utf8')
        const address = JSON.stringify(pathToFileURL(path).href)
        return { contents: source.replaceAll('import.meta.url', address), loader: 'ts' }
      })
    },
  }
}

const INFLATE = `module.exports = (source, target) => {
  target.set(require('node:zlib').inflateRawSync(source))
  return target
}`
const BROTLI = `module.exports = (source) => require('node:zlib').brotliDecompressSync(source)`

/**
 * Lets Node decompress, instead of packages that do it in JavaScript. PDFs load 300 KB of tables with these in each new thread, when
 * none of its code is compiled yet.
 */
const decompressByNode: Plugin = {
  name: 'decompress-by-node',
  setup({ onLoad }) {
    onLoad({ filter: /\/tiny-inflate\/index\.js$/ }, () => ({ contents: INFLATE }))
    onLoad({ filter: /\/brotli\/decompress\.js$/ }, () => ({ contents: BROTLI }))
  },
}
