import { describeDataDir } from '@plumbline/embedded-postgres/data-dir'
import type { Command } from 'commander'
import { checkServicesRespond } from '../graph/transport/reach.ts'
import { createMailer } from '../platform/mailer.ts'
import { describeRedis } from '../platform/redis/describe.ts'
import { readSettings } from '../platform/settings/settings.ts'
import type { JsonOption } from './base/options.ts'
import { type Output, printOutput } from './base/output.ts'
import { readBackups } from './doctor/backups.ts'
import { examineDatabase, type OpenDatabase } from './doctor/database.ts'
import { examine, type Finding } from './doctor/finding.ts'
import { readStandby } from './doctor/standby.ts'
import { readStreams } from './doctor/streams.ts'
import { readStripe } from './doctor/stripe.ts'

/** Access to everything that is checked; each function throws with the reason if something is wrong. */
interface Dependencies {
  open: OpenDatabase
  /** Corrects counters that differ from the rows they count. */
  repairs?: boolean
  /** Returns who may read the data folder. */
  dataDir?: () => Promise<string>
  /** Calls the services that tenants are read through. */
  source: () => Promise<unknown>
  /** Builds the portal's client; returns how many files it has. */
  portal?: () => Promise<number>
  /** Counts the open streams of the portal. */
  streams?: () => Promise<string>
  /** Looks at the newest scheduled backup; omitted if there is no schedule. */
  backups?: () => Promise<string>
  /** Compares the Stripe account with our copy of it; omitted if none is configured. */
  stripe?: () => Promise<string>
  /** Compares the standby with the primary; omitted if none is configured. */
  standby?: () => Promise<string>
  /** Describes Redis; omitted if none is configured. */
  redis?: () => Promise<string>
  /** Signs in at the mail server; omitted if none is configured. */
  mail?: () => Promise<void>
}

export const declare = (program: Command): Command =>
  program
    .command('doctor')
    .description('check everything the service depends on')
    .option('--repair', 'correct counters that differ from the rows they count')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption & { repair?: true }) => {
      const { openRuntime } = await import('../runtime/runtime.ts')
      const { readSource } = await import('../runtime/tenant-source.ts')
      const { buildPortal } = await import('../runtime/portal-build.ts')
      const settings = readSettings()
      const { smtpUrl: url, redisUrl, backupDir } = settings
      const output = await runDoctor({
        open: () => openRuntime(settings, { database: 'shared', mustExist: true, schema: 'leave', anySecretKey: true }),
        repairs: options.repair === true,
        dataDir: () => describeDataDir(settings.dataDir),
        portal: async () => (await buildPortal()).files.size,
        source: async () => checkServicesRespond(await readSource(settings)),
        streams: () => readStreams(settings),
        ...(backupDir !== undefined &&
          settings.databaseUrl === undefined && { backups: () => readBackups(backupDir, new Date()) }),
        ...(settings.stripeSecretKey !== undefined && { stripe: () => readStripe(settings) }),
        ...(settings.databaseReadUrl !== undefined && { standby: () => readStandby(settings) }),
        ...(redisUrl !== undefined && { redis: () => describeRedis(redisUrl) }),
        ...(url !== undefined && { mail: () => createMailer({ url, from: 'doctor@localhost' }).check() }),
      })
      await printOutput(output, options)
      if (!output.ok) process.exitCode = 1
    })

export async function runDoctor({
  open,
  repairs,
  dataDir,
  source,
  portal,
  streams,
  backups,
  stripe,
  standby,
  redis,
  mail,
}: Dependencies): Promise<Output & { ok: boolean }> {
  const findings = [
    ...(await examineDatabase(open, repairs)),
    ...(dataDir
      ? [await examine('data folder', dataDir, 'Run "chmod 700" on it; the next start tries to do so.')]
      : []),
    await examine(
      'tenant access',
      async () => {
        await source()
        return 'credentials are set, and the services respond'
      },
      'Set the credentials and check the network, or use the sandbox.',
    ),
    ...(portal
      ? [
          await examine(
            'portal',
            async () => `its ${await portal()} files were built`,
            'Install again with "npm ci"; until then "plumbline up" and "plumbline serve" do not start.',
          ),
        ]
      : []),
    ...(streams ? [await examine('streams', streams, 'Check the log of the service.')] : []),
    ...(backups
      ? [await examine('backups', backups, 'Look for backup.failed in the log, and for space on its disk.')]
      : []),
    ...(stripe
      ? [
          await examine(
            'stripe',
            stripe,
            'Run "plumbline stripe seed" for missing prices; a running worker corrects differences within a day. See the billing guide.',
          ),
        ]
      : []),
    ...(standby
      ? [
          await examine(
            'standby',
            standby,
            'Set DATABASE_READ_URL to a standby of the database in DATABASE_URL. Until then, the primary answers lists and reports.',
          ),
        ]
      : []),
    ...(redis
      ? [
          await examine(
            'redis',
            redis,
            'Start it, or correct REDIS_URL or its configuration. Until then, the database counts requests.',
          ),
        ]
      : []),
    await examine(
      'mail',
      async () => {
        if (!mail) return 'no mail server is set; "plumbline mail" shows the emails'
        await mail()
        return 'the mail server accepts the sign-in'
      },
      'Correct SMTP_URL or start the mail server; emails wait until then.',
    ),
  ]
  const ok = findings.every((finding) => finding.ok)
  return { json: { ok, findings }, text: findings.map(formatFinding).join('\n'), ok }
}

const formatFinding = ({ check, ok, says, fix }: Finding): string =>
  `${ok ? 'ok   ' : 'WRONG'}  ${check.padEnd(14)} ${says}${fix ? `\n       ${fix}` : ''}`
