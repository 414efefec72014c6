/** Sign-in and audit logs. Checks only read when the newest record was written; who did what is not kept. */

import type { Dataset } from './dataset.ts'
import { ENTRA_P1 } from './service-plans.ts'
import { pickFields } from './trimming.ts'

export const AUDIT_LOG_DATASETS: readonly Dataset[] = [
  {
    key: 'signIns',
    name: 'the sign-in log',
    type: 'SignIn',
    apiVersion: 'v1.0',
    path: '/auditLogs/signIns',
    query: { $top: '1' },
    trim: pickFields('id', 'createdDateTime'),
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    servicePlans: ENTRA_P1,
    firstPageOnly: true,
  },
  {
    key: 'directoryAudits',
    name: 'the Entra audit log',
    type: 'DirectoryAudit',
    apiVersion: 'v1.0',
    path: '/auditLogs/directoryAudits',
    query: { $top: '50' },
    trim: pickFields('id', 'activityDateTime'),
    permission: 'AuditLog.Read.All',
    rateClass: 'reports',
    shape: 'list',
    firstPageOnly: true,
  },
]
