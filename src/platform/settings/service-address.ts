import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fields, parseJson, text } from '../../shared/json.ts'
import type { Settings } from './settings.ts'

interface ServiceAddress {
  apiUrl: string
  /** The address of reports and pages. */
  appUrl: string
}

const fileOf = (dataDir: string): string => join(dataDir, 'address.json')

/** Writes into the data folder where the service is reached, for the commands that print links. */
export async function recordAddress(dataDir: string, address: ServiceAddress): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/**
 * The settings of a command, with the addresses of the service that runs or last ran on the data folder: a command is often
 * called without the service's settings. Addresses in the command's own settings take precedence.
 */
export async function withServiceAddress<T extends Settings>(settings: T): Promise<T> {
  if (settings.baseUrl !== undefined) return settings
  const content = await readFile(fileOf(settings.dataDir), 'utf8').catch(() => '')
  const { apiUrl, appUrl } = fields(parseJson(content))
  const [baseUrl, pages] = [text(apiUrl), settings.appUrl ?? text(appUrl)]
  return { ...settings, ...(baseUrl !== undefined && { baseUrl }), ...(pages !== undefined && { appUrl: pages }) }
}
