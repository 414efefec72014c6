import { dayText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { NoticeOf } from '../../notices/schema.ts'
import type { MailContent } from '../outbox/rules.ts'
import { type Letter, renderLetter } from './letter.ts'

type Problem = NoticeOf<'payment-problem'>

/** The text of an email about one problem. Amounts are in the body, not in the subject. */
interface Words {
  subject: string
  heading: string
  paragraphs: readonly string[]
}

const STAYS = 'Your plan and its limits do not change for now.'

function wordsOf({ problem, isByCard }: Problem, company: string): Words {
  switch (problem) {
    case 'failed':
      return isByCard
        ? {
            subject: `A payment of ${company} failed`,
            heading: 'A payment failed',
            paragraphs: ['The card could not be charged. It will be charged again automatically.', STAYS],
          }
        : {
            subject: `An invoice of ${company} is overdue`,
            heading: 'An invoice is overdue',
            paragraphs: ['The invoice below has not been paid in time.', STAYS],
          }
    case 'last-attempt':
      return {
        subject: `Last attempt to collect a payment of ${company}`,
        heading: 'The card will be charged one last time',
        paragraphs: [
          'The card could not be charged so far. If the last attempt fails too, no new runs can be started until the invoice is paid.',
        ],
      }
    case 'unpaid':
      return {
        subject: `New runs of ${company} are blocked: an invoice is unpaid`,
        heading: 'No new runs until the invoice is paid',
        paragraphs: [
          'The invoice below has not been paid. Your reports, customers and settings remain available, but you cannot start new runs.',
          'You can start runs again as soon as the invoice is paid.',
        ],
      }
    case 'confirm':
      return {
        subject: `A payment of ${company} needs your confirmation`,
        heading: 'Your bank asks you to confirm a payment',
        paragraphs: ['Your bank will only process the payment of the invoice below after you confirm it.', STAYS],
      }
    case 'disputed':
      return {
        subject: `A payment of ${company} was reversed by your bank`,
        heading: 'Your bank has reversed a payment',
        paragraphs: [
          'Somebody with access to your card or account disputed the payment below, so the bank has reversed it.',
          'If that was a mistake, ask your bank to withdraw the dispute. If something is wrong with the invoice, tell us. Your plan and its limits do not change.',
        ],
      }
  }
}

/** Notifies a partner of a payment that needs attention. */
export function writePaymentProblem(news: {
  notice: Problem
  company: string
  amount: string
  planUrl: string
  settingsUrl: string | undefined
}): MailContent {
  const { notice, amount, planUrl, settingsUrl } = news
  const company = plainName(news.company)
  const facts: [string, string][] =
    notice.amount > 0 ? [[notice.problem === 'disputed' ? 'Payment' : 'Open amount', amount]] : []
  if (notice.nextAttemptAt !== undefined) facts.push(['Next attempt', dayText(notice.nextAttemptAt)])
  if (notice.stopsAt !== undefined)
    facts.push(['If it stays unpaid', `no new runs from about ${dayText(notice.stopsAt)}`])
  const label = notice.problem === 'confirm' ? 'Confirm the payment' : 'Pay the invoice'
  const action: Letter['action'] =
    notice.url === undefined ? { label: 'Open your invoices', url: planUrl } : { label, url: notice.url }
  return renderLetter({
    ...wordsOf(notice, company),
    facts,
    action,
    ...(notice.isByCard && { links: [{ label: 'Replace the card under “Plan and invoices”', url: planUrl }] }),
    footer: `You get this email for ${company}. Problems with payments are always reported to its owners.`,
    settingsUrl,
  })
}
