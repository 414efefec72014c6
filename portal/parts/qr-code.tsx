import { encodeQrCode } from '../../src/shared/html/qr-code.ts'

/** Light modules around the symbol, which readers need. */
const MARGIN = 4

export interface QrCodeProps {
  text: string
  /** What the camera finds in it, for people who cannot see it. */
  label: string
}

/** A QR code, dark on light in both colour schemes: many cameras do not read the opposite. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQrCode(text)
  const size = rows.length + 2 * MARGIN
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('')
  return (
    <svg role="img" aria-label={label} class="qr-code" viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path class="light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path class="dark" d={path} />
    </svg>
  )
}
