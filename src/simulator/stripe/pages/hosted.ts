import { TEST_CARDS } from '../billing/cards.ts'
import type { CheckoutSession, Customer, Invoice, PortalSession } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { amountDueOf } from '../wire/invoices.ts'
import { AUTHENTICATION } from '../wire/payments.ts'
import { button, escapeHtml, money, page, select, table, time } from './html.ts'

const CARDS = Object.entries(TEST_CARDS).map(
  ([name, { number, declineCode }]) => [name, `${number} (${declineCode ?? 'pays'})`] as const,
)

/** Checkout in setup mode: the customer enters a card. */
export function checkoutPage(session: CheckoutSession): string {
  if (session.status !== 'open') return page('Save a card', `<p>This page is ${session.status}.</p>`)
  const cancel = session.cancelUrl === null ? '' : `<p><a href="${escapeHtml(session.cancelUrl)}">Go back</a></p>`
  return page('Save a card', button(`/pages/checkout/${session.id}`, 'Save', select('card', 'Card', CARDS)) + cancel)
}

/** The address to which a completed session returns. */
export const successUrlOf = ({ successUrl, id }: CheckoutSession): string =>
  successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** The customer portal: the card and the invoices. It cannot change plans or cancel subscriptions. */
export function portalPage(world: World, session: PortalSession, customer: Customer): string {
  const invoices = [...world.invoices.values()]
    .filter((invoice) => invoice.customer === customer.id && invoice.status !== 'draft')
    .map((invoice) => [
      `<a href="/pages/invoices/${invoice.id}">${escapeHtml(invoice.number ?? '')}</a>`,
      invoice.status,
      money(amountDueOf(world, invoice), invoice.currency),
    ])
  const back = session.returnUrl === null ? '' : `<p><a href="${escapeHtml(session.returnUrl)}">Return</a></p>`
  const form = button(`/pages/portal/${session.id}`, 'Replace the card', select('card', 'Card', CARDS))
  return page(
    `Billing of ${customer.name ?? customer.id}`,
    `${form}${table(['Invoice', 'Status', 'Due'], invoices)}${back}`,
  )
}

/** The hosted invoice, with a button that pays it by a valid card. */
export function invoicePage(world: World, invoice: Invoice): string {
  const rows = invoice.lines.map((line) => [
    escapeHtml(line.description),
    `${time(line.period.start)} to ${time(line.period.end)}`,
    money(line.amount, line.currency),
  ])
  const due = money(amountDueOf(world, invoice), invoice.currency)
  const label = invoice.lastDecline === AUTHENTICATION ? 'Confirm with the bank and pay' : 'Pay'
  const pay = invoice.status === 'open' ? button(`/pages/invoices/${invoice.id}`, label) : ''
  return page(
    `Invoice ${invoice.number ?? '(draft)'}`,
    `${table(['Line', 'Period', 'Amount'], rows)}<p>Due: ${due}. Status: ${invoice.status}. ${pay}</p>`,
  )
}

/** A PDF of one line, so that links to it work. */
export function invoicePdf(world: World, invoice: Invoice): Buffer {
  const due = amountDueOf(world, invoice) / 100
  const line = `Simulated invoice ${invoice.number}: ${due.toFixed(2)} ${invoice.currency.toUpperCase()}, ${invoice.status}`
  const stream = `BT /F1 14 Tf 50 780 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const start = text.length
  const entries = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)]
  text += `xref\n0 ${entries.length}\n${entries.join('\n')}\ntrailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
