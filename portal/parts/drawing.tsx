import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Drawing, Shape } from '../../src/shared/charts/drawing.ts'
import { type Span, spanParts } from '../../src/shared/charts/gauge.ts'

export interface DrawnProps {
  /** Draws for a width in pixels, because text must not shrink with the window. */
  draw: (width: number) => Drawing
}

/** A chart of the reports, as wide as its container. */
export function Drawn({ draw }: DrawnProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{width > 0 && <Svg drawing={draw(width)} />}</div>
}

function Svg({ drawing: { width, height, alt, shapes } }: { drawing: Drawing }) {
  const hatch = useId()
  return (
    <svg class="drawing" role="img" aria-label={alt} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <Hatch id={hatch} />
      {shapes.map((shape, index) => (
        <ShapeShown key={index} shape={shape} hatch={hatch} />
      ))}
    </svg>
  )
}

function ShapeShown({ shape, hatch }: { shape: Shape; hatch: string }) {
  if (shape.kind === 'area')
    return shape.fill === 'unknown' ? (
      <path fill={`url(#${hatch})`} d={shape.path} />
    ) : (
      <path class={`a-${shape.fill}`} d={shape.path} />
    )
  if (shape.kind === 'line')
    return (
      <path
        class={`l-${shape.ink}`}
        d={shape.path}
        fill="none"
        stroke-width={shape.width}
        stroke-dasharray={shape.dash}
      />
    )
  return (
    <text
      class={shape.weight === 'bold' ? `i-${shape.ink} bold` : `i-${shape.ink}`}
      x={shape.x}
      y={shape.y}
      font-size={shape.size}
      text-anchor={shape.anchor ?? 'start'}
    >
      {shape.text}
    </text>
  )
}

/** What is unknown is hatched, so that it differs from the rest without colours. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class="hatch-ground" width="6" height="6" />
      <line class="hatch-line" x1="0" y1="0" x2="0" y2="6" stroke-width="4" />
    </pattern>
  )
}

export interface SpanBarProps {
  span: Span
  /** The accessible name; without it, text beside the bar must say the same. */
  words?: string
  /** In pixels; by default as wide as its place. */
  size?: { width: number; height: number }
  /** Id of a hatching that the page has once for many bars; without, the bar has its own. */
  hatch?: string
}

/** A score as a bar of 100: solid up to what is reached, hatched up to what is still possible. */
export function SpanBar({ span, words, size, hatch }: SpanBarProps) {
  const own = useId()
  const { width = '100%', height = 14 } = size ?? {}
  return (
    <svg
      class="drawing span-bar"
      role={words === undefined ? undefined : 'img'}
      aria-label={words}
      aria-hidden={words === undefined}
      width={width}
      height={height}
    >
      {hatch === undefined && <Hatch id={own} />}
      {spanParts(span).map(([meaning, from, to]) => (
        <rect
          key={meaning}
          x={`${from}%`}
          width={`${to - from}%`}
          height={height}
          class={meaning === 'unknown' ? 'outlined' : `a-${meaning}`}
          {...(meaning === 'unknown' && { fill: `url(#${hatch ?? own})` })}
        />
      ))}
    </svg>
  )
}
