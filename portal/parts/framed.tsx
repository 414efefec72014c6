import { useState } from 'preact/hooks'
import { Skeleton } from './loaded.tsx'

export interface FramedProps {
  /** For screen readers. */
  title: string
  class: string
  /** The page; without, a form posts into the frame of this name. */
  src?: string
  name?: string
  onLoad?: (frame: HTMLIFrameElement) => void
}

/** A page of the service in a frame, with a placeholder until it is there. Another page needs another key. */
export function Framed({ title, class: className, src, name, onLoad }: FramedProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div class="framed">
      {!isLoaded && <Skeleton lines={12} />}
      <iframe
        class={className}
        {...{ title, src, name }}
        onLoad={({ currentTarget }) => {
          // A frame without an address first loads an empty page.
          if (currentTarget.contentWindow?.location.href === 'about:blank') return
          setLoaded(true)
          onLoad?.(currentTarget)
        }}
      />
    </div>
  )
}
