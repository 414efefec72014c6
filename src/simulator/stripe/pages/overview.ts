import type { Customer, Invoice, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { amountDueOf } from '../wire/invoices.ts'
import { DECLINES, endOf, FAULTS, MODES, type PageControls, STEPS } from './controls.ts'
import { button, escapeHtml, hidden, money, page, select, table, time } from './html.ts'

const MAX_ROWS = 200

const lastOf = <T>(all: ReadonlyMap<string, T>): T[] => [...all.values()].slice(-MAX_ROWS).reverse()

/** Everything in the account, with buttons for the controls that tests have. */
export function overviewPage(world: World, controls: PageControls): string {
  return page(
    'The account',
    `${toDo(world, controls)}
<h2>Customers</h2>${customersOf(world)}
<h2>Subscriptions</h2>${subscriptionsOf(world)}
<h2>Invoices</h2>${invoicesOf(world)}
<h2>Disputes</h2>${disputesOf(world)}
${world.clocks.size === 0 ? '' : `<h2>Test clocks</h2>${clocksOf(world)}`}`,
  )
}

/** The controls of the time, and of faults between the account and the service. */
function toDo(world: World, { webhooks, faults }: PageControls): string {
  const undelivered = [...world.events.values()].filter(({ pending }) => pending.size > 0).length
  const count = `<label>The next <input name="times" type="number" min="1" max="100" value="3" required></label> `
  return `<ul class="controls">
<li>It is <strong>${time(world.now())}</strong> here. ${button('/control/advance', 'Go', select('seconds', 'Advance it by', STEPS))}</li>
<li>${button('/control/fault', 'Let it happen', `${count}${select('kind', 'requests', FAULTS)}`)}
${faults.waiting() === 0 ? '' : `<strong>${faults.waiting()} to go.</strong> ${button('/control/clear-faults', 'Stop')}`}</li>
<li>${button('/control/webhooks', 'Set', select('mode', 'Events arrive', MODES, webhooks.mode))}
${undelivered === 0 ? 'None waits.' : `<strong>${undelivered} not delivered.</strong> ${button('/control/send', 'Send what waits')}`}</li>
</ul>`
}

const nameOf = (world: World, id: string): string => escapeHtml(world.customers.get(id)?.name ?? id)

function customersOf(world: World): string {
  const rows = lastOf(world.customers).map((customer) => [
    `${escapeHtml(customer.name ?? '')}<br>${escapeHtml(customer.email ?? '')}<br><code>${customer.id}</code>`,
    cardOf(world, customer),
    [...customer.balances].map(([currency, amount]) => money(amount, currency)).join('<br>'),
    button('/control/decline', 'Set', hidden('customer', customer.id) + select('code', 'It', DECLINES)) +
      (customer.nextDeclines.length === 0 ? '' : `<br>Set: ${escapeHtml(customer.nextDeclines.join(', '))}`),
  ])
  return table(['Customer', 'Card', 'Balance (below zero: credit)', 'Next payment'], rows)
}

function subscriptionsOf(world: World): string {
  const products = new Map([...world.products.values()].map(({ id, name }) => [id, name]))
  const planOf = ({ items }: Subscription): string =>
    items
      .map((item) => {
        const price = world.prices.get(item.price)
        if (price === undefined) return ''
        const name = products.get(price.product) ?? price.product
        return `${escapeHtml(name)}, ${money(price.unitAmount, price.currency)} a ${price.interval}`
      })
      .join('<br>')
  const rows = lastOf(world.subscriptions).map((subscription) => [
    `${nameOf(world, subscription.customer)}<br><code>${subscription.id}</code>`,
    planOf(subscription),
    subscription.status,
    subscription.collectionMethod,
    subscription.items.map(({ period }) => `${time(period.start)} to ${time(period.end)}`).join('<br>'),
    endOf(subscription) === undefined
      ? ''
      : button('/control/renew', 'Advance to the renewal', hidden('subscription', subscription.id)),
  ])
  return table(['Customer', 'Price', 'Status', 'Collection', 'Period', ''], rows)
}

function invoicesOf(world: World): string {
  const disputed = new Set([...world.disputes.values()].map(({ invoice }) => invoice))
  const canDispute = ({ id, status, amountPaid }: Invoice): boolean =>
    status === 'paid' && amountPaid > 0 && !disputed.has(id)
  const rows = lastOf(world.invoices).map((invoice) => [
    nameOf(world, invoice.customer),
    `<a href="/pages/invoices/${invoice.id}">${escapeHtml(invoice.number ?? invoice.id)}</a>`,
    invoice.billingReason,
    invoice.status,
    money(amountDueOf(world, invoice), invoice.currency),
    time(invoice.created),
    invoice.nextAttempt === null ? '' : `${invoice.attemptCount} failed, next ${time(invoice.nextAttempt)}`,
    canDispute(invoice) ? button('/control/dispute', 'Dispute', hidden('invoice', invoice.id)) : '',
  ])
  return table(['Customer', 'Number', 'Reason', 'Status', 'Due', 'Created', 'Attempts', ''], rows)
}

function disputesOf(world: World): string {
  const rows = lastOf(world.disputes).map((dispute) => {
    const invoice = world.invoices.get(dispute.invoice)
    const end = (status: string, label: string): string =>
      button('/control/end-dispute', label, hidden('dispute', dispute.id) + hidden('status', status))
    return [
      invoice === undefined ? '' : nameOf(world, invoice.customer),
      escapeHtml(invoice?.number ?? dispute.invoice),
      money(dispute.amount, dispute.currency),
      dispute.status,
      dispute.status === 'needs_response' ? `${end('won', 'Won')} ${end('lost', 'Lost')}` : '',
    ]
  })
  return table(['Customer', 'Invoice', 'Amount', 'Status', ''], rows)
}

const clocksOf = (world: World): string =>
  table(
    ['Clock', 'Time'],
    lastOf(world.clocks).map((clock) => [escapeHtml(clock.name ?? clock.id), time(clock.frozenTime)]),
  )

function cardOf(world: World, { defaultPaymentMethod }: Customer): string {
  const card = defaultPaymentMethod === null ? undefined : world.paymentMethods.get(defaultPaymentMethod)
  if (card === undefined) return 'none'
  return escapeHtml(`${card.brand} ${card.last4}${card.declineCode === null ? '' : `, ${card.declineCode}`}`)
}
