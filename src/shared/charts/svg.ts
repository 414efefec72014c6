import { html, type Markup } from '../html/html.ts'
import type { Drawing, Ink, Shape } from './drawing.ts'
import { short } from './drawing.ts'

/** The style sheet for drawings, by the custom properties of `paletteStyle` and `--ink`, `--soft`, `--line` and `--paper`. */
export const DRAWING_STYLE = `
.drawing { overflow: visible; max-width: 100%; height: auto; }
.drawing text { fill: var(--ink); }
${(['in-place', 'partly', 'missing', 'not-applicable', 'known'] as const)
  .map((meaning) => `.a-${meaning} { fill: var(--${meaning}); }`)
  .join(' ')}
.a-unknown { fill: url(#hatch); } .a-partly { stroke: var(--partly-ink); stroke-width: 0.75; }
${(['ink', 'soft', 'line', 'paper'] as const).map((ink) => `.drawing .i-${ink} { fill: var(--${ink}); } path.l-${ink} { stroke: var(--${ink}); }`).join(' ')}
${(['in-place', 'partly', 'missing', 'unknown', 'not-applicable', 'known'] as const)
  .map(
    (meaning) =>
      `.drawing .i-${meaning} { fill: var(--${meaning}-ink); } .drawing .i-on-${meaning} { fill: var(--on-${meaning}); } path.l-${meaning} { stroke: var(--${meaning}-ink); }`,
  )
  .join(' ')}
.drawing .i-on-unknown { paint-order: stroke; stroke: var(--paper); stroke-width: 5px; stroke-linejoin: round; }
.drawing .end { text-anchor: end; } .drawing .middle { text-anchor: middle; } .drawing .bold { font-weight: 680; }
`

/** The pattern that `DRAWING_STYLE` refers to, for a `defs` element that each page contains once. */
export const HATCH = `<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="var(--paper)"/><line x1="0" y1="0" x2="0" y2="6" stroke="var(--unknown)" stroke-width="4"/></pattern>`

/**
 * A drawing as an SVG element that is hidden from assistive technology: put its `alt` beside it, or the same in a
 * table.
 */
export function writeSvg({ width, height, shapes }: Drawing): Markup {
  return html`<svg class="drawing" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" aria-hidden="true" focusable="false">${shapes.map(writeShape)}</svg>`
}

function writeShape(shape: Shape): Markup {
  switch (shape.kind) {
    case 'area':
      return html`<path class="a-${shape.fill}" d="${shape.path}"/>`
    case 'line':
      return html`<path class="l-${shape.ink}" d="${shape.path}" fill="none" stroke-width="${short(shape.width)}"${
        shape.dash !== undefined && html` stroke-dasharray="${shape.dash}"`
      }/>`
    case 'label':
      return html`<text class="${classesOf(shape)}"${shape.dayOf !== undefined && html` data-day-of="${shape.dayOf}"`} x="${short(shape.x)}" y="${short(shape.y)}" font-size="${short(shape.size)}">${shape.text}</text>`
  }
}

function classesOf({ ink, weight, anchor }: { ink: Ink; weight?: string; anchor?: string }): string {
  return [`i-${ink}`, weight === 'bold' && 'bold', anchor !== 'start' && anchor].filter(Boolean).join(' ')
}
