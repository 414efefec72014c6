import { html, type Markup } from './html.ts'
import { drawQrCode } from './qr-code.ts'

/**
 * A QR code, dark on light in both colour schemes, because many cameras do not read the opposite. `label` is for people
 * who cannot see it.
 */
export function renderQrCode(text: string, label: string): Markup {
  const { size, path } = drawQrCode(text)
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${path}"/></svg>`
}
