import { drawQrCode } from '../../src/shared/html/qr-code.ts'

export interface QrCodeProps {
  text: string
  /** What the camera finds in it, for people who cannot see it. */
  label: string
}

/** A QR code, dark on light in both colour schemes: many cameras do not read the opposite. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = drawQrCode(text)
  return (
    <svg role="img" aria-label={label} class="qr-code" viewBox={`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <path class="light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path class="dark" d={path} />
    </svg>
  )
}
