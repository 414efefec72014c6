import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { CheckVisibility } from '../../engine/visibility/visibility.ts'
import { renderKerning } from '../../features/reports/pdf/kerning/service.ts'
import { describeApi } from '../../http/openapi/description.ts'
import { createServer } from '../../http/server.ts'
import { dumpSchema } from '../../platform/database/schema/dump.ts'
import { VERSION } from '../../shared/version.ts'
import type { Runtime } from '../runtime.ts'
import {
  generateErrorsPage,
  generateEventsPage,
  generateFrameworksPages,
  generatePermissionsPage,
  generateSettingsPage,
} from './docs.ts'
import { printGraphShapes } from './graph-shapes.ts'
import { makeVisibilityTable, printVisibilityTable } from './visibility.ts'

const ROOT = new URL('../../../', import.meta.url)
const GRAPH_SHAPES = 'src/simulator/responses/shapes.gen.ts'
const KERNING = 'src/features/reports/pdf/kit/fonts/kerning.gen.ts'
const VISIBILITY_TABLE = 'src/engine/visibility/table.gen.ts'

/**
 * The generated files of the repository by path, from the declarations in the code and the migrated database. The page of
 * commands comes from the command line, which is above this layer; `table` is what the checks need to see.
 */
export async function generateFiles(
  runtime: Runtime,
  commandsPage: string,
  table: readonly CheckVisibility[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  files.set('openapi.json', `${JSON.stringify(await describe(runtime), null, 2)}\n`)
  files.set('migrations/schema.sql', await dumpSchema(runtime.app.db))
  files.set('docs/commands.md', commandsPage)
  files.set('docs/errors.md', generateErrorsPage())
  files.set('docs/events.md', generateEventsPage())
  files.set('docs/settings.md', generateSettingsPage())
  files.set('docs/permissions.md', generatePermissionsPage(table))
  for (const [path, page] of generateFrameworksPages()) files.set(path, page)
  files.set(VISIBILITY_TABLE, await format(VISIBILITY_TABLE, printVisibilityTable(table)))
  files.set(GRAPH_SHAPES, await format(GRAPH_SHAPES, printGraphShapes()))
  return files
}

/** Writes the generated files, the types of the database tables, and the kerning, which a test compares with the fonts. */
export async function generate(runtime: Runtime, commandsPage: string): Promise<void> {
  await mkdir(new URL('docs/frameworks/', ROOT), { recursive: true })
  // Computed again, because the imported table is that of the last generation.
  for (const [path, content] of await generateFiles(runtime, commandsPage, makeVisibilityTable()))
    await writeFile(new URL(path, ROOT), content)
  await writeFile(new URL(KERNING, ROOT), await format(KERNING, renderKerning()))
  await generateTables(runtime)
}

async function describe(runtime: Runtime): Promise<unknown> {
  const baseUrl = 'https://localhost:8443'
  const { http } = await createServer(runtime.app, {
    ...runtime.settings,
    baseUrl,
    tls: { cert: '', key: '' },
    beforeRoutes: (routes) => describeApi(routes, { baseUrl, version: VERSION }),
  })
  await http.ready()
  const description = http.swagger()
  await http.close()
  return description
}

/** Formats source code as the linter requires. */
async function format(path: string, source: string): Promise<string> {
  const formatted = promisify(execFile)('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
    cwd: ROOT,
  })
  formatted.child.stdin?.end(source)
  return (await formatted).stdout
}

async function generateTables({ databaseUrl: url }: Runtime): Promise<void> {
  const options = ['--dialect', 'postgres', '--url', url, '--default-schema', 'public', '--include-pattern', 'public.*']
  const out = [
    '--exclude-pattern',
    '*kysely_*',
    '--type-mapping',
    '{"int8":"number"}',
    '--out-file',
    'src/platform/database/tables.gen.ts',
  ]
  await promisify(execFile)('node_modules/.bin/kysely-codegen', [...options, ...out], { cwd: ROOT })
  await promisify(execFile)('node_modules/.bin/biome', ['check', '--write', 'src/platform/database/tables.gen.ts'], {
    cwd: ROOT,
  })
}
