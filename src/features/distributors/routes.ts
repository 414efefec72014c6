import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import { DistributorAccount, DistributorUsage, UsageQuery } from './schema.ts'
import { getOwnDistributor, getUsage } from './service.ts'

export function distributorRoutes(http: Http, app: App): void {
  http.get(
    '/me',
    {
      schema: {
        operationId: 'getOwnDistributor',
        summary: 'Read your own account',
        description:
          'The distributor account that the key belongs to, with the number of its partners and what all of them used this month.',
        tags: ['Account'],
        response: { 200: DistributorAccount, ...problems('DISTRIBUTOR_INACTIVE') },
      },
    },
    (request) => getOwnDistributor(app, request.distributor),
  )

  http.get(
    '/usage',
    {
      schema: {
        operationId: 'getUsage',
        summary: 'Read usage',
        description:
          'Runs and customers of a month in total and by partner, most runs first. A past month is shown as of its end; without `month` it is the current one.',
        tags: ['Account'],
        querystring: UsageQuery,
        response: { 200: DistributorUsage, ...problems('DISTRIBUTOR_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => getUsage(reads, request.distributor, request.query.month)),
  )
}
