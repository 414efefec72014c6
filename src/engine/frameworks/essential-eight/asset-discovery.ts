import { type Control, control } from './strategy.ts'

/** Required by both patching strategies. */
export const ASSET_DISCOVERY: readonly Control[] = [
  control('ISM-1807', {
    levels: [1, 2, 3],
    hints: ['asset-discovery'],
    cannotShow:
      'Whether a tool looks for devices by itself: the last check-in says nothing about devices that nobody enrolled.',
    statement: 'Automated discovery looks for devices at least every two weeks, so that scans leave none out.',
    remedy:
      'Turn on device discovery in Microsoft Defender for Endpoint, onboard what it finds, and follow up devices that have not checked in to Intune for 14 days.',
  }),
  control('ISM-1808', {
    levels: [1, 2, 3],
    parts: ['vulnerability-scanner'],
    cannotShow: 'Scanners of other vendors, and how current their lists are.',
    statement: 'The scanner that looks for vulnerabilities works from a current list of known ones.',
    remedy:
      'Onboard every device to Microsoft Defender Vulnerability Management, or have your own scanner fetch its vulnerability feed automatically before each scan.',
  }),
]
