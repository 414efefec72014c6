import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { DistributorHome, PartnerHome } from './schema.ts'
import { getDistributorHome, getPartnerHome } from './service.ts'

export function partnerHomeRoutes(http: Http, app: App): void {
  http.get('/home', { schema: { response: { 200: PartnerHome } } }, (request) => getPartnerHome(app, request.actor))
}

export function distributorHomeRoutes(http: Http, app: App): void {
  http.get('/home', { schema: { response: { 200: DistributorHome } } }, (request) =>
    getDistributorHome(app, request.distributor),
  )
}
