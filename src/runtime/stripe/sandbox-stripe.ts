import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserFacingError } from '../../shared/user-facing-error.ts'

/** The simulated Stripe of the sandbox. Its account is stored beside the database, whose partners refer to it. */
const FILE = 'stripe.bin'

/** How often due work is carried out and the account is stored. A killed process loses the changes since then. */
const INTERVAL_MS = 2_000

/** The stored account cannot be read; the message says what to do. */
class UnreadableAccount extends UserFacingError {
  override readonly name = 'UnreadableAccount'
}

export interface SandboxStripe {
  /** The page of the account, and the API. */
  url: string
  /** The settings with which the service uses it. */
  secretKey: string
  webhookSecret: string
  close(): Promise<void>
}

/**
 * Starts it on a free port of this machine. It sends events to `webhookUrl`; `ca` is the PEM of the authority for that
 * address.
 */
export async function startSandboxStripe(dataDir: string, webhookUrl: string, ca: string): Promise<SandboxStripe> {
  // Loaded here, because most sandboxes do not use it.
  const { startStripe } = await import('../../simulator/stripe/server.ts')
  const file = join(dataDir, FILE)
  const saved = await readFile(file).catch(() => undefined)
  const simulator = await startStripe({ ca, ...(saved && { saved }) }).catch((error: unknown) => {
    if (saved === undefined) throw error
    throw new UnreadableAccount(`${file} cannot be read. Delete it to start with an empty account.`)
  })
  // The dashboard settings that the guide recommends: eight attempts after the first one within two weeks.
  simulator.settings.retryDays = [1, 1, 2, 2, 2, 2, 2, 2]
  const webhookSecret = `whsec_${randomBytes(24).toString('hex')}`
  simulator.setEndpoint(webhookUrl, webhookSecret)
  let stored: Buffer | undefined = saved
  const store = async (): Promise<void> => {
    const next = simulator.save()
    if (stored?.equals(next)) return
    stored = next
    await writeFile(`${file}.new`, next, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  let storing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    simulator.catchUp()
    storing = storing.then(store).catch(() => {})
  }, INTERVAL_MS)
  timer.unref()
  return {
    url: simulator.url,
    secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret,
    async close() {
      clearInterval(timer)
      await simulator.close()
      await storing
      await store()
    },
  }
}
