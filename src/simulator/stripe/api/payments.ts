import { mapOf, textOf } from '../protocol/parameters.ts'
import { hasPayment, intentOf, toDispute, toInvoicePayment } from '../wire/payments.ts'
import { ofList, type Route, requireOne, toPage } from './request.ts'

export const PAYMENT_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    parameters: 'InvoicePaymentListParams',
    modelled: ofList('invoice', 'payment.type', 'payment.payment_intent'),
    expandable: ['data.payment.payment_intent'],
    answer: 'InvoicePayment',
    isList: true,
    run: ({ world, parameters }) => {
      const intent = textOf(mapOf(parameters.payment).payment_intent)
      const { invoice } = parameters
      const found = [...world.invoices.values()].filter(
        (each) =>
          hasPayment(world, each) &&
          (invoice === undefined || each.id === invoice) &&
          (intent === undefined || intentOf(each) === intent),
      )
      return toPage(found, { parameters, url: '/v1/invoice_payments', toWire: (each) => toInvoicePayment(world, each) })
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/{id}',
    parameters: 'DisputeRetrieveParams',
    modelled: ['expand'],
    answer: 'Dispute',
    run: (call) => toDispute(requireOne(call.world.disputes, 'dispute', call)),
  },
]
