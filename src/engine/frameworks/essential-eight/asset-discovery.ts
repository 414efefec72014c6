import { type Control, control } from './strategy.ts'

/** Required by both patching strategies. */
export const ASSET_DISCOVERY: readonly Control[] = [
  control('ISM-1807', {
    parts: ['asset-discovery'],
    levels: [1, 2, 3],
    statement:
      'Devices are found by an automated discovery that runs at least every two weeks, so that scans leave none out.',
    remedy:
      'Turn on device discovery in Microsoft Defender for Endpoint, onboard what it finds, and follow up devices that have not checked in to Intune for 14 days.',
  }),
  control('ISM-1808', {
    parts: ['vulnerability-scanner'],
    levels: [1, 2, 3],
    statement: 'The scanner that looks for vulnerabilities works from a current list of known ones.',
    remedy:
      'Onboard every device to Microsoft Defender Vulnerability Management, or let your own scanner fetch its vulnerability feed automatically before each scan.',
  }),
]
