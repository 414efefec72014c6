import { type Child, html, type Markup, toHtml, trusted } from './html.ts'

/** What stands around every page of ours: its title, its own style, and what else is in its head. */
export interface PageDocument {
  title: string
  style: string
  head?: Markup
  body: Child
}

/** A whole page that needs nothing else and that no search engine is to keep. */
export function renderDocument({ title, style, head, body }: PageDocument): string {
  return toHtml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
${head}<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
</body>
</html>
`)
}
