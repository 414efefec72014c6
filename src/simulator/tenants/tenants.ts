/** The sample tenants of the simulator. */

export type Posture = 'strong' | 'typical' | 'weak' | 'partial' | 'throttled' | 'unlicensed' | 'large' | 'no-consent'

export const SAMPLE_TENANTS: readonly { posture: Posture; tenantId: string; name: string }[] = [
  { posture: 'strong', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b01', name: 'Ironbark Shire Council' },
  { posture: 'typical', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02', name: 'Bellbird Engineering' },
  { posture: 'weak', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b03', name: 'Driftwood Hospitality' },
  { posture: 'partial', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b04', name: 'Saltbush Legal' },
  { posture: 'throttled', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b05', name: 'Bellbird Engineering (busy twin)' },
  { posture: 'unlicensed', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b06', name: 'Wattle Lane Florists' },
  { posture: 'large', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b07', name: 'Southern Cross Health Network' },
  { posture: 'no-consent', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b08', name: 'Pelican Point Marina' },
]

/** The tenants that approve every partner: all except the one without consent. */
export const OPEN_TENANT_IDS: readonly string[] = SAMPLE_TENANTS.filter(({ posture }) => posture !== 'no-consent').map(
  ({ tenantId }) => tenantId,
)
