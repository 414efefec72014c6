import { type Child, html, type Markup, toHtml, trusted } from './html.ts'

/** What stands around every page of ours: its title, its own style, and what else is in its head. */
export interface PageDocument {
  title: string
  style: string
  head?: Markup
  body: Child
  /** Search engines may list it. */
  isPublic?: boolean
}

/** A whole page that needs nothing else and that, unless it is public, search engines must not store. */
export function renderDocument({ title, style, head, body, isPublic = false }: PageDocument): string {
  return toHtml(html`<!doctype html>
<html lang="en">
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
