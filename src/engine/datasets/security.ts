/** Microsoft Secure Score and the incidents of Microsoft Defender. */

import type { Dataset } from './dataset.ts'

export const SECURITY_DATASETS: readonly Dataset[] = [
  {
    key: 'secureScores',
    name: 'Microsoft Secure Score',
    type: 'SecureScore',
    apiVersion: 'v1.0',
    path: '/security/secureScores',
    query: { $top: '1' },
    permission: 'SecurityEvents.Read.All',
    rateClass: 'security',
    shape: 'list',
    firstPageOnly: true,
  },
  {
    // Graph returns the newest first, and refuses `$orderby` here.
    key: 'incidents',
    name: 'the incidents in Microsoft Defender',
    type: 'SecurityNamespace.Incident',
    apiVersion: 'v1.0',
    path: '/security/incidents',
    query: { $top: '50' },
    permission: 'SecurityIncident.Read.All',
    rateClass: 'security',
    shape: 'list',
    firstPageOnly: true,
  },
]
