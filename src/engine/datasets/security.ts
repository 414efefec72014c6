/** Microsoft Secure Score and the incidents of Microsoft Defender. */

import type { Dataset } from './dataset.ts'
import { pickFieldsIn } from './trimming.ts'

export const SECURITY_DATASETS: readonly Dataset[] = [
  {
    key: 'secureScores',
    name: 'Microsoft Secure Score',
    type: 'SecureScore',
    apiVersion: 'v1.0',
    path: '/security/secureScores',
    query: { $top: '1' },
    // Without their descriptions, which are long.
    trim: pickFieldsIn('controlScores', 'controlName', 'scoreInPercentage', 'count', 'total'),
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
