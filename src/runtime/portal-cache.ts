import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PortalFiles } from '../http/portal-files.ts'
import { codeOf } from '../shared/error-code.ts'
import { fields, text, texts } from '../shared/json.ts'
import { buildPortal, PORTAL_FOLDER } from './portal-build.ts'

/** Next to the compile cache of the service, and as trustworthy as the packages in that folder. */
const CACHE_FILE = fileURLToPath(new URL('../../node_modules/.cache/plumbline-portal.json', import.meta.url))

/** The files that determine the build besides its inputs: the code that builds, and the versions of all packages. */
const SETTINGS = ['./portal-build.ts', '../../package-lock.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/**
 * The result of `buildPortal`, taken from the last build if none of its files has changed since, because a build takes
 * a process and a third of a second. Throws what `buildPortal` throws. If the cache cannot be written, it is built each
 * time.
 */
export async function loadPortal(folder: string = PORTAL_FOLDER, file: string = CACHE_FILE): Promise<PortalFiles> {
  const cached = await readCache(folder, file).catch(() => undefined)
  if (cached) return cached
  const { metafile, ...portal } = await buildPortal(folder)
  await writeCache(folder, file, Object.keys(metafile.inputs), portal).catch(() => {})
  return portal
}

/** The portal in the cache; undefined if a file that it was built from has changed. */
async function readCache(folder: string, file: string): Promise<PortalFiles | undefined> {
  const stored = fields(JSON.parse(await readFile(file, 'utf8')))
  const inputs = texts(stored.inputs)
  if (inputs.length === 0 || stored.hash !== (await hashOf(folder, inputs))) return undefined
  const { script, styles, icon, imports, screens, files } = fields(stored.portal)
  return {
    script: text(script) ?? '',
    styles: texts(styles),
    icon: text(icon) ?? '',
    imports: texts(imports),
    screens: new Map(Object.entries(fields(screens)).map(([name, names]) => [name, texts(names)])),
    files: new Map(
      Object.entries(fields(files)).map(([name, one]) => {
        const { contentType, content } = fields(one)
        return [name, { contentType: text(contentType) ?? '', content: Buffer.from(text(content) ?? '', 'base64') }]
      }),
    ),
  }
}

async function writeCache(
  folder: string,
  file: string,
  inputs: readonly string[],
  { screens, files, ...names }: PortalFiles,
): Promise<void> {
  const portal = {
    ...names,
    screens: Object.fromEntries(screens),
    files: Object.fromEntries(
      [...files].map(([name, { contentType, content }]) => [
        name,
        { contentType, content: content.toString('base64') },
      ]),
    ),
  }
  await mkdir(dirname(file), { recursive: true })
  // Written to a file of its own and then renamed, because another process may read the cache meanwhile.
  const own = `${file}.${process.pid}`
  await writeFile(own, JSON.stringify({ hash: await hashOf(folder, inputs), inputs, portal }))
  await rename(own, file)
}

/**
 * A hash of everything that determines the build: the inputs, the names of all files of the client, and the settings.
 */
async function hashOf(folder: string, inputs: readonly string[]): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort()
  const paths = [...inputs.map((path) => join(folder, path)), join(folder, 'icon.svg'), ...SETTINGS]
  const contents = await Promise.all(paths.map(readIfAny))
  const hash = createHash('sha256').update(JSON.stringify([names, paths]))
  for (const content of contents) hash.update(createHash('sha256').update(content).digest())
  return hash.digest('base64url')
}

/** Inputs that are not files, such as the list of style sheets, are derived from the names of the files. */
async function readIfAny(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
