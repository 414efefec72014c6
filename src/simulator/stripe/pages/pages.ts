import { attachCard, completeSession } from '../billing/cards.ts'
import { updateCustomer } from '../billing/events.ts'
import { markPaid } from '../billing/invoices.ts'
import { timeOf, type World } from '../state/world.ts'
import { cardIn, control, type PageControls } from './controls.ts'
import { checkoutPage, invoicePage, invoicePdf, portalPage, successUrlOf } from './hosted.ts'
import { overviewPage } from './overview.ts'

export interface PageReply {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const html = (body: string): PageReply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  },
  body,
})

const redirect = (location: string): PageReply => ({ status: 303, headers: { location }, body: '' })
const notFound = (): PageReply => ({ status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' })

/** Answers the pages that people see: the overview of the account, Checkout, the customer portal, and invoices. */
export function answerPage(
  world: World,
  controls: PageControls,
  { method, path, form }: { method: string; path: string; form: string },
): PageReply {
  const sent = new URLSearchParams(form)
  const isPost = method === 'POST'
  if (path === '/') return html(overviewPage(world, controls))
  if (path.startsWith('/control/')) return isPost && control(world, controls, path, sent) ? redirect('/') : notFound()
  const [, kind, id = '', part] = /^\/pages\/(checkout|portal|invoices)\/(\w+)(\/pdf)?$/.exec(path) ?? []
  if (kind === 'checkout') return checkout(world, id, isPost ? sent : undefined)
  if (kind === 'portal') return portal(world, id, isPost ? sent : undefined)
  if (kind === 'invoices') return invoice(world, id, isPost, part === '/pdf')
  return notFound()
}

function checkout(world: World, id: string, sent: URLSearchParams | undefined): PageReply {
  const session = world.checkoutSessions.get(id)
  if (session === undefined) return notFound()
  if (sent === undefined || session.status !== 'open') return html(checkoutPage(session))
  completeSession(world, session, cardIn(sent))
  return redirect(successUrlOf(session))
}

function portal(world: World, id: string, sent: URLSearchParams | undefined): PageReply {
  const session = world.portalSessions.get(id)
  const customer = session && world.customers.get(session.customer)
  if (session === undefined || customer === undefined) return notFound()
  if (sent === undefined) return html(portalPage(world, session, customer))
  const method = attachCard(world, customer, cardIn(sent))
  updateCustomer(world, customer.id, () => {
    customer.defaultPaymentMethod = method.id
  })
  return redirect(`/pages/portal/${id}`)
}

function invoice(world: World, id: string, isPost: boolean, isPdf: boolean): PageReply {
  const found = world.invoices.get(id)
  if (found === undefined) return notFound()
  if (isPdf) return { status: 200, headers: { 'content-type': 'application/pdf' }, body: invoicePdf(world, found) }
  if (!isPost) return html(invoicePage(world, found))
  const clock = world.customers.get(found.customer)?.clock ?? null
  if (found.status === 'open') markPaid(world, found, timeOf(world, clock))
  return redirect(`/pages/invoices/${id}`)
}
