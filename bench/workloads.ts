import { type Harness, newCustomer, type Partner } from './harness.ts'
import type { Load } from './load/load.ts'

/** A workload for which the service is compared with its ceiling. */
export interface Workload {
  name: string
  ceiling: URL
  /** Share of the ceiling's rate that the service must reach. */
  target: number | undefined
  load(harness: Harness): Load
}

const PARTNER = '/api/v1/partner'

const HUNDRED = { customers: Array.from({ length: 100 }, (_, number) => newCustomer(number + 1)) }

/** With several processes, each request is counted in the database or in Redis, by the limits of the contract. */
export const sharedRates = (store: string, crowd: readonly Partner[]): Workload => ({
  name: `GET /customers/{id}, rates in ${store}`,
  ceiling: new URL('./ceilings/get-customer.ts', import.meta.url),
  target: 0.6,
  load: () => ({
    method: 'GET',
    isDivided: true,
    requests: crowd.flatMap(({ key, customerIds }) =>
      customerIds.map((id) => ({ path: `${PARTNER}/customers/${id}`, key })),
    ),
  }),
})

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'GET /customers/{id}',
    ceiling: new URL('./ceilings/get-customer.ts', import.meta.url),
    target: 0.75,
    load: ({ reader }) => ({
      method: 'GET',
      requests: reader.customerIds.map((id) => ({ path: `${PARTNER}/customers/${id}`, key: reader.key })),
    }),
  },
  {
    name: 'GET /me',
    ceiling: new URL('./ceilings/get-me.ts', import.meta.url),
    target: 0.75,
    load: ({ reader }) => ({ method: 'GET', requests: [{ path: `${PARTNER}/me`, key: reader.key }] }),
  },
  {
    name: 'GET /customers (1,000)',
    ceiling: new URL('./ceilings/list-customers.ts', import.meta.url),
    target: 0.8,
    load: ({ lister }) => ({ method: 'GET', requests: [{ path: `${PARTNER}/customers`, key: lister.key }] }),
  },
  {
    name: 'POST /customers',
    ceiling: new URL('./ceilings/post-customer.ts', import.meta.url),
    target: 0.7,
    load: ({ writers }) => ({
      method: 'POST',
      requests: writers.map(({ key }) => ({ path: `${PARTNER}/customers`, key, body: newCustomer(1) })),
    }),
  },
  {
    name: 'POST /customers/bulk (100)',
    ceiling: new URL('./ceilings/post-customers-bulk.ts', import.meta.url),
    target: 0.6,
    load: ({ writers }) => ({
      method: 'POST',
      requests: writers.map(({ key }) => ({ path: `${PARTNER}/customers/bulk`, key, body: HUNDRED })),
    }),
  },
  {
    name: 'POST /assessments',
    ceiling: new URL('./ceilings/post-assessment.ts', import.meta.url),
    target: 0.65,
    load: ({ writers }) => ({
      method: 'POST',
      requests: writers.map(({ key, customerIds: [customerId] }) => ({
        path: `${PARTNER}/assessments`,
        key,
        body: { customerId, product: 'essential-eight' },
      })),
    }),
  },
]
