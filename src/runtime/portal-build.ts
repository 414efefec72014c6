import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'
import type { PortalFile, PortalFiles } from '../http/portal-files.ts'
import { LaunchFailure } from './launch-failure.ts'

/** The client's sources. */
export const PORTAL_FOLDER = fileURLToPath(new URL('../../portal/', import.meta.url))

/** The only order between the style sheets, whose rules are all in one of these layers. */
const LAYERS = '@layer base, shell, parts, screens;'

/**
 * The rules that every page needs first, and those of single screens, which are loaded with the first screen that needs
 * them.
 */
const STYLES = ['shell.css', 'screens.css'] as const

const STYLES_NAMESPACE = 'styles'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

export interface BuiltPortal extends PortalFiles {
  /** What each file consists of, for the tests of sizes. */
  metafile: Metafile
}

/**
 * Builds the portal's client in memory, with hashes of the content in the names. Nothing is written to the disk. Throws
 * LaunchFailure if the sources cannot be built.
 */
export async function buildPortal(folder: string = PORTAL_FOLDER): Promise<BuiltPortal> {
  const { outputFiles, metafile } = await bundle(folder)
  const files = new Map(outputFiles.map(({ path, contents }) => toFile(basename(path), Buffer.from(contents))))
  const [iconName, icon] = toFile('icon-[hash].svg', await readFile(join(folder, 'icon.svg')))
  files.set(iconName, icon)
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }))
  const find = (source: string): string => {
    const name = outputs.find(({ entryPoint }) => entryPoint === source)?.name
    if (name === undefined) throw new LaunchFailure(`The portal's client was built without ${source}.`)
    return name
  }
  /** A script and everything that it imports statically. */
  const withImports = (name: string): string[] => {
    const names = new Set([name])
    for (const each of names) {
      const { imports = [] } = outputs.find((output) => output.name === each) ?? {}
      for (const { path, kind } of imports) if (kind === 'import-statement') names.add(basename(path))
    }
    return [...names]
  }
  const screens = outputs.flatMap(({ entryPoint = '', name }): [string, string[]][] => {
    const [, screen] = /^screens\/([^/]+)\/screen\.tsx$/.exec(entryPoint) ?? []
    return screen === undefined ? [] : [[screen, withImports(name)]]
  })
  return {
    script: find('main.tsx'),
    styles: STYLES.map((name) => find(`${STYLES_NAMESPACE}:${name}`)),
    icon: iconName,
    imports: withImports(find('main.tsx')),
    screens: new Map(screens),
    files,
    metafile,
  }
}

async function bundle(folder: string) {
  const { build, stop } = await import('esbuild')
  const building = build({
    absWorkingDir: folder,
    entryPoints: ['main.tsx', ...STYLES],
    plugins: [await styles(folder)],
    // Nothing is written to this folder; the names of the output are below it.
    outdir: join(folder, 'built'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    external: ['/fonts/*'],
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  try {
    return await building
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LaunchFailure(`The portal's client cannot be built. ${reason}`)
  } finally {
    // Otherwise the process of esbuild would stay alive, which is not needed again.
    await stop()
  }
}

/** Collects the style sheets beside the components. */
async function styles(folder: string): Promise<Plugin> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll(sep, '/')).sort()
  const contentOf = (name: string): string => {
    const ofScreens = name === 'screens.css'
    const wanted = paths.filter((path) => path.endsWith('.css') && path.startsWith('screens/') === ofScreens)
    return [LAYERS, ...wanted.map((path) => `@import ${JSON.stringify(`./${path}`)};`)].join('\n')
  }
  return {
    name: STYLES_NAMESPACE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(shell|screens)\.css$/ }, ({ path }) => ({ path, namespace: STYLES_NAMESPACE }))
      onLoad({ filter: /./, namespace: STYLES_NAMESPACE }, ({ path }) => ({
        contents: contentOf(path),
        loader: 'css',
        resolveDir: folder,
      }))
    },
  }
}

function toFile(name: string, content: Buffer): [string, PortalFile] {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return [name.replace('[hash]', hash), { contentType, content }]
}
