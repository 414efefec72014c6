import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { percentText, readPercent } from '../../features/settlement/rules.ts'
import { changeTerms, getTerms, type SettlementTerms } from '../../features/settlement/terms/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readEmail } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'settlement terms' }

interface Options {
  revenueShare?: string
  processorBilling?: string
  billingEmail?: string
}

export const declare = (settlement: Command): Command =>
  settlement
    .command('terms')
    .description('print the settlement terms of a distributor, or change them')
    .argument('<distributor>', 'id of the distributor')
    .option(
      '--revenue-share <percent>',
      "the distributor's share of the list price from today (UTC) on, for example 20 or 12.5",
    )
    .option(
      '--processor-billing <on|off>',
      'whether the payment processor bills its partners, instead of the distributor',
    )
    .option('--billing-email <address>', 'where statements are sent')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runSettlementTerms(app, id, options), options),
    )

export async function runSettlementTerms(app: App, distributorId: string, options: Options = {}): Promise<Output> {
  const change = readChange(options)
  const isRead = Object.keys(change).length === 0
  const terms = isRead ? await getTerms(app, distributorId) : await changeTerms(app, AUTHOR, distributorId, change)
  const { basisPoints, processorBilling, billingEmail } = terms
  const fields = {
    revenueShare: percentText(basisPoints),
    processorBilling: processorBilling ? 'on' : 'off',
    billingEmail,
  }
  const json = { revenueSharePercent: basisPoints / 100, processorBilling, billingEmail }
  return { json, text: listFields(fields).text }
}

function readChange({ revenueShare, processorBilling, billingEmail }: Options): Partial<SettlementTerms> {
  const change: Partial<SettlementTerms> = {}
  if (revenueShare !== undefined) {
    const basisPoints = readPercent(revenueShare)
    if (basisPoints === undefined) throw new CommandFailure('--revenue-share must be 0 to 100, as in 20 or 12.5.')
    change.basisPoints = basisPoints
  }
  if (processorBilling !== undefined) {
    if (processorBilling !== 'on' && processorBilling !== 'off') {
      throw new CommandFailure('--processor-billing must be on or off.')
    }
    change.processorBilling = processorBilling === 'on'
  }
  if (billingEmail !== undefined) change.billingEmail = readEmail('--billing-email', billingEmail)
  return change
}
