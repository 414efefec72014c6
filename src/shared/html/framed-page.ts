/** A page for a frame of the portal. */
export interface FramedPage {
  page: string | Buffer
  /** Its Content-Security-Policy. */
  policy: string
}

/** Allows only our own pages to frame a page. */
export const IN_OWN_FRAME = { 'frame-ancestors': "'self'" } as const
