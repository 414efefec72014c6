import { type Child, html, type Markup, toHtml, trusted } from './html.ts'

/** The frame of a page: its title, its style, and the rest of its head. */
export interface PageDocument {
  title: string
  style: string
  head?: Markup
  body: Child
  /** Of the root element. */
  className?: string
  /** Search engines may list it. */
  isPublic?: boolean
}

/** A complete page. Unless it is public, search engines must not store it. */
export function renderDocument({ title, style, head, body, className, isPublic = false }: PageDocument): string {
  return toHtml(html`<!doctype html>
<html lang="en"${className !== undefined && html` class="${className}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!isPublic && html`<meta name="robots" content="noindex, nofollow">\n`}${head}<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
</body>
</html>
`)
}
