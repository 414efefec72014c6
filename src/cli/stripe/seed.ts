import type { Command } from 'commander'
import type { SeededObject } from '../../features/billing/stripe/catalogue/service.ts'
import { CommandFailure } from '../base/command-failure.ts'
import type { JsonOption } from '../base/options.ts'
import { type Output, printOutput } from '../base/output.ts'

export const declare = (stripe: Command): Command =>
  stripe
    .command('seed')
    .description('create what billing needs in Stripe: products, prices, portal configuration, webhook endpoint')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const { readSettings } = await import('../../platform/settings/settings.ts')
      const { createStripeAccess } = await import('../../platform/payments/stripe-access.ts')
      const { setCatalogue } = await import('../../features/billing/stripe/catalogue/service.ts')
      const settings = readSettings()
      const access = createStripeAccess(settings)
      if (!access) throw new CommandFailure('STRIPE_SECRET_KEY is not set.')
      const { baseUrl } = settings
      const objects = await setCatalogue(await access.client(), { baseUrl }).catch((error: unknown) => {
        throw explainFailure(error)
      })
      await printOutput(formatSeed(objects, baseUrl !== undefined), options)
    })

/** The objects with what was done. The secret of a new endpoint is printed once, because Stripe shows it only then. */
export function formatSeed(objects: readonly SeededObject[], hasAddress: boolean): Output {
  const lines = objects.map(({ outcome, kind, name, id }) => `${outcome.padEnd(9)}  ${kind.padEnd(20)}  ${name}  ${id}`)
  const secret = objects.find((object) => object.secret !== undefined)?.secret
  const notes = [
    ...(secret === undefined ? [] : ['', `STRIPE_WEBHOOK_SECRET=${secret}`, 'Store it now: it is not shown again.']),
    ...(hasAddress ? [] : ['', 'No webhook endpoint was created: set PLUMBLINE_BASE_URL to the public address first.']),
  ]
  return { json: { objects }, text: [...lines, ...notes].join('\n') }
}

function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error
  if (error.type === 'StripeAuthenticationError') return new CommandFailure('Stripe does not accept STRIPE_SECRET_KEY.')
  if (error.type === 'StripePermissionError') {
    return new CommandFailure(
      'The restricted key lacks a permission. The seed needs write access to products, prices, the customer portal and webhook endpoints.',
    )
  }
  if (error.type === 'StripeConnectionError') return new CommandFailure('Stripe cannot be reached.')
  return error
}
