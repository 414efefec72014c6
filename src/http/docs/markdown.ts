import { Marked, type Token, type Tokens } from 'marked'
import { html, toHtml } from '../../shared/html/html.ts'
import { createSlugs, slugOf } from './contents/slugs.ts'

export interface Heading {
  depth: number
  /** As plain text. */
  title: string
  anchor: string
}

/** A picture's size in pixels, so that the page does not shift when it is loaded. */
export interface PictureSize {
  width: number
  height: number
}

export interface RenderedPage {
  /** Markup that is safe to send. */
  html: string
  headings: Heading[]
}

/** The targets that links may have; any other link becomes its text. */
const ALLOWED_LINK = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]|mailto:|\/(?!\/)|#)/

/**
 * Markdown as HTML. HTML in the Markdown is shown as text, and comments are left out. A row of a table that begins with
 * code has an anchor, so that each error, setting and field can be linked.
 */
export function renderMarkdown(markdown: string, sizeOf: (picture: string) => PictureSize | undefined): RenderedPage {
  const marked = new Marked({ gfm: true })
  // An address in a text is an example: it often has a password, which looks like the beginning of an email address.
  marked.use({ tokenizer: { url: () => undefined, autolink: (text) => (isEmail(text) ? undefined : false) } })
  const tokens = marked.lexer(markdown)
  const nextSlug = createSlugs()
  const headings = new Map<Token, Heading>()
  for (const token of tokens) {
    if (token.type !== 'heading') continue
    const title = plainText(token.tokens ?? [])
    headings.set(token, { depth: Number(token.depth), title, anchor: nextSlug(title) })
  }
  const taken = new Set([...headings.values()].map(({ anchor }) => anchor))
  let tables = 0
  marked.use({
    renderer: {
      html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : escapeHtml(text)),
      heading(token) {
        const known = headings.get(token)
        const inner = this.parser.parseInline(token.tokens)
        if (known === undefined || known.depth === 1) return `<h${token.depth}>${inner}</h${token.depth}>\n`
        return `<h${token.depth} id="${known.anchor}"><a href="#${known.anchor}">${inner}</a></h${token.depth}>\n`
      },
      link({ href, tokens: label }) {
        const inner = this.parser.parseInline(label)
        return ALLOWED_LINK.test(href) ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner
      },
      image({ href, text }) {
        const size = sizeOf(href)
        if (size === undefined) return escapeHtml(text)
        return toHtml(
          html`<img src="${href}" alt="${text}" width="${size.width}" height="${size.height}" loading="lazy">`,
        )
      },
      code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
      table({ header, rows }) {
        tables += 1
        const label = `Table ${tables}: ${header
          .map(({ tokens: cell }) => plainText(cell))
          .filter((cell) => cell !== '')
          .join(', ')}`
        const cell = (content: Tokens.TableCell, tag: string): string =>
          `<${tag}>${this.parser.parseInline(content.tokens).replaceAll(CODE, breakable)}</${tag}>`
        const line = (cells: readonly Tokens.TableCell[]): string => {
          const anchor = anchorOfRow(cells)
          const id = anchor === undefined || taken.has(anchor) ? '' : ` id="${anchor}"`
          if (anchor !== undefined) taken.add(anchor)
          return `<tr${id}>${cells.map((each) => cell(each, 'td')).join('')}</tr>\n`
        }
        const head = header.map((each) => cell(each, each.text === '' ? 'td' : 'th')).join('')
        return `<div class="table" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>${rows.map(line).join('')}</tbody>\n</table></div>\n`
      },
    },
  })
  return { html: marked.parser(tokens), headings: [...headings.values()] }
}

const isEmail = (text: string): boolean => /^<[^>:]*@/.test(text)

/** The text of tokens, without markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
      return 'text' in token && typeof token.text === 'string' ? token.text : ''
    })
    .join('')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
}

const CODE = /<code>[^<]*<\/code>/g

/** Code that narrow windows break between its words, as `Policy.Read.All` and `managedDevices`, and nowhere else. */
const breakable = (code: string): string =>
  code.replaceAll(/(?<=[\w}]{2}[._/])(?=\w)|(?<=[a-z]{2})(?=[A-Z][a-z])/g, '<wbr>')

/**
 * The anchor of a row whose first cell contains only code: the first word of it, such as `missing_field` or
 * `plumbline_port`.
 */
function anchorOfRow([first]: readonly Tokens.TableCell[]): string | undefined {
  const [token, ...others] = first?.tokens ?? []
  if (token?.type !== 'codespan' || others.length > 0) return undefined
  const slug = slugOf(token.text)
  return slug === '' ? undefined : slug
}

const escapeHtml = (text: string): string => toHtml(html`${text}`)
