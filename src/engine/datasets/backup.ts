/** Microsoft 365 Backup. */

import type { Dataset } from './dataset.ts'

export const BACKUP_DATASETS: readonly Dataset[] = [
  {
    key: 'backupPolicies',
    name: 'the Microsoft 365 Backup policies',
    type: 'ProtectionPolicyBase',
    apiVersion: 'v1.0',
    path: '/solutions/backupRestore/protectionPolicies',
    permission: 'BackupRestore-Configuration.Read.All',
    rateClass: 'directory',
    shape: 'list',
    optional: true,
  },
]
