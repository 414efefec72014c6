import { APPS_FOR_ENTERPRISE } from '../../datasets/service-plans.ts'

export const TEMPLATES = ['office', 'word', 'excel', 'powerpoint', 'access', 'visio', 'project'].map(
  (name) => `microsoft ${name}`,
)

/**
 * It delivers the same policies to everybody who signs in to Office, on any device, and Graph does not show them. Of Microsoft 365
 * Apps for business it sets nothing but privacy (Microsoft Learn, "Overview of Cloud Policy service for Microsoft 365").
 */
export const CLOUD_POLICY = { name: 'Cloud Policy for Microsoft 365', servicePlans: APPS_FOR_ENTERPRISE }
