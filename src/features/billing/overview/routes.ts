import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { CardState, InvoiceList, NextInvoice, PaymentPage, PlanOverview } from './schema.ts'
import { createBillingPage, createCardPage, getCard, getNextInvoice, getPlanOverview, listInvoices } from './service.ts'

/** What the portal's page about plan and invoices reads and changes. Changing the plan itself is part of both APIs. */
export function planOverviewRoutes(http: Http, app: App): void {
  http.get('/billing', { config: { role: 'admin' }, schema: { response: { 200: PlanOverview } } }, (request) =>
    getPlanOverview(app, request.actor),
  )
  http.get('/billing/invoices', { config: { role: 'admin' }, schema: { response: { 200: InvoiceList } } }, (request) =>
    listInvoices(app, request.actor),
  )
  http.get(
    '/billing/next-invoice',
    { config: { role: 'admin' }, schema: { response: { 200: NextInvoice } } },
    (request) => getNextInvoice(app, request.actor),
  )
  http.get('/billing/card', { config: { role: 'admin' }, schema: { response: { 200: CardState } } }, (request) =>
    getCard(app, request.actor),
  )
  http.post(
    '/billing/card-page',
    { config: { role: 'admin', strong: true }, schema: { response: { 201: PaymentPage } } },
    async (request, reply) => reply.code(201).send(await createCardPage(app, request.actor)),
  )
  http.post(
    '/billing/address-page',
    { config: { role: 'admin', strong: true }, schema: { response: { 201: PaymentPage } } },
    async (request, reply) => reply.code(201).send(await createBillingPage(app, request.actor)),
  )
}
