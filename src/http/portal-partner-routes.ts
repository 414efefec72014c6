import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { remediationRoutes } from '../features/assessments/remediation/routes.ts'
import { planOverviewRoutes } from '../features/billing/overview/routes.ts'
import { approvalRequestRoutes } from '../features/customers/consent/requests/routes.ts'
import { groupRoutes } from '../features/customers/groups/routes.ts'
import { importRoutes } from '../features/customers/imports/routes.ts'
import { matchingApprovalRoutes } from '../features/portal/approvals/matching/routes.ts'
import { approvalOverviewRoutes } from '../features/portal/approvals/routes.ts'
import { deletionEffectRoutes } from '../features/portal/customer/deletion/routes.ts'
import { customerOverviewRoutes } from '../features/portal/customer/routes.ts'
import { customersExceptionRoutes } from '../features/portal/exceptions/routes.ts'
import { fixRoutes } from '../features/portal/fixes/routes.ts'
import { portfolioActionRoutes } from '../features/portal/portfolio/actions/routes.ts'
import { portfolioFileRoutes } from '../features/portal/portfolio/files/routes.ts'
import { portfolioRoutes } from '../features/portal/portfolio/routes.ts'
import { portfolioSheetRoutes } from '../features/portal/portfolio/sheets/routes.ts'
import { customersQuestionnaireRoutes } from '../features/portal/questionnaires/routes.ts'
import { customersRunRoutes } from '../features/portal/runs/routes.ts'
import { scheduleHistoryRoutes } from '../features/portal/schedules/routes.ts'
import { viewRoutes } from '../features/portal/views/routes.ts'
import { comparisonRoutes } from '../features/reports/comparison/routes.ts'
import { quarterlySheetRoutes } from '../features/reports/quarterly/routes.ts'

/** Routes for partners that only the portal has, below `/portal/api/partner`. */
export function declarePortalPartnerRoutes(http: Http, app: App): void {
  planOverviewRoutes(http, app)
  customerOverviewRoutes(http, app)
  deletionEffectRoutes(http, app)
  remediationRoutes(http, app)
  comparisonRoutes(http, app)
  quarterlySheetRoutes(http, app)
  importRoutes(http, app)
  approvalOverviewRoutes(http, app)
  matchingApprovalRoutes(http, app)
  approvalRequestRoutes(http, app)
  fixRoutes(http, app)
  portfolioRoutes(http, app)
  portfolioActionRoutes(http, app)
  portfolioFileRoutes(http, app)
  customersRunRoutes(http, app)
  customersQuestionnaireRoutes(http, app)
  customersExceptionRoutes(http, app)
  scheduleHistoryRoutes(http, app)
  portfolioSheetRoutes(http, app)
  groupRoutes(http, app)
  viewRoutes(http, app)
}
