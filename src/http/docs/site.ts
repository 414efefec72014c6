import { readFile } from 'node:fs/promises'
import { type Fields, fields } from '../../shared/json.ts'
import { createDocument, type SendDocument } from '../openapi/static-document.ts'
import {
  addressOf,
  CHANGES,
  CONCEPTS,
  DOWNLOADS,
  fileOf,
  GUIDES,
  markdownAddressOf,
  OPERATE,
  type Page,
  PICTURES,
  REFERENCE,
  START,
} from './contents/pages.ts'
import { PAGE_HEADERS, renderHits, renderMissing, renderPage } from './layout.ts'
import { createAddresses, type Form, resolveLinks, withOrigin } from './links.ts'
import { renderAll, renderIndex } from './llms.ts'
import { renderMarkdown } from './markdown.ts'
import { readPictures } from './pictures.ts'
import type { CallAddress } from './reference/description.ts'
import { renderReference } from './reference/pages.ts'
import { type Hit, type IndexedSection, indexPage, searchSections } from './search.ts'

const ROOT = new URL('../../../', import.meta.url)

/** Cached indefinitely, because names change with the content. */
const FOREVER = { 'Cache-Control': 'public, max-age=31536000, immutable' }
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><title>Plumbline</title><rect width="16" height="16" rx="3.5" fill="#0c5a63"/><path d="M4 3h8M8 3v4" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/><path d="M8 6.6l2.4 2L8 13.4 5.6 8.6z" fill="#fff"/></svg>`

export interface Site {
  /** The documents of the site by address; each page is there as HTML and as Markdown. */
  documents: ReadonlyMap<string, SendDocument>
  /** The page with the results of a search. */
  search: (query: string) => Promise<string>
  /** The page for an unknown address. */
  missing: string
  /** Headers of pages that are not among the documents. */
  pageHeaders: Readonly<Record<string, string>>
}

/**
 * Opens the documentation. Each page is read and rendered at its first request. `appUrl` is the address of the pages,
 * `apiUrl` the base of the API's paths.
 */
export async function openSite({ appUrl, ...calls }: { appUrl: string } & CallAddress): Promise<Site> {
  const [description, pictures] = await Promise.all([
    readFile(new URL('openapi.json', ROOT), 'utf8'),
    readPictures(new URL(`docs/${PICTURES}/`, ROOT)),
  ])
  const parsed: Fields = fields(JSON.parse(description))
  const reference = renderReference(parsed, calls)
  const sections = [START, GUIDES, CONCEPTS, REFERENCE, ...reference.sections, OPERATE, CHANGES]
  const pages = sections.flatMap((section) => section.pages)
  const find = createAddresses(pages, new Map([...pictures].map(([name, { address }]) => [name, address])))
  const sizes = new Map([...pictures.values()].map(({ address, size }) => [address, size]))

  const readMarkdown = async ({ path }: Page, form: Form): Promise<string> => {
    const file = fileOf(path)
    const text = reference.pages.get(path) ?? (await readFile(new URL(file, ROOT), 'utf8'))
    const whole = path === 'api' ? `${text.trimEnd()}\n\n${reference.summary}\n` : text
    return resolveLinks(withoutComments(whole), file, (target) => find(target, form))
  }
  const openHtml = (page: Page): SendDocument =>
    createDocument({
      contentType: HTML,
      read: async () => {
        const rendered = renderMarkdown(await readMarkdown(page, 'html'), (picture) => sizes.get(picture))
        return Buffer.from(renderPage(sections, page, rendered))
      },
      headers: { ...PAGE_HEADERS, ...VARIES, Link: linkTo(markdownAddressOf(page.path), 'text/markdown') },
    })
  const openMarkdown = (page: Page): SendDocument =>
    createDocument({
      contentType: MARKDOWN,
      read: async () => Buffer.from(await readMarkdown(page, 'markdown')),
      headers: { ...VARIES, Link: linkTo(addressOf(page.path), 'text/html') },
    })

  const documents = new Map<string, SendDocument>()
  for (const page of pages) {
    documents.set(addressOf(page.path), openHtml(page))
    const markdown = openMarkdown(page)
    documents.set(markdownAddressOf(page.path), markdown)
    // Differs for the first page only, whose file has another name than its address.
    documents.set(`${addressOf(page.path)}.md`, markdown)
  }
  for (const [path, contentType] of Object.entries(DOWNLOADS)) {
    documents.set(`/docs/${path}`, createDocument({ contentType, read: () => readFile(new URL(`docs/${path}`, ROOT)) }))
  }
  for (const { address, content } of pictures.values()) {
    documents.set(address, createDocument({ contentType: 'image/png', read: async () => content, headers: FOREVER }))
  }
  documents.set(
    '/docs/files/icon.svg',
    createDocument({ contentType: 'image/svg+xml', read: async () => Buffer.from(ICON) }),
  )
  documents.set(
    '/llms.txt',
    createDocument({ contentType: PLAIN, read: async () => Buffer.from(renderIndex(sections, appUrl)) }),
  )
  const prose = [START, GUIDES, CONCEPTS, OPERATE].flatMap((section) => section.pages)
  documents.set(
    '/llms-full.txt',
    createDocument({
      contentType: PLAIN,
      read: async () => {
        const read = prose.map(async (page) => ({
          page,
          markdown: withOrigin(await readMarkdown(page, 'markdown'), appUrl),
        }))
        return Buffer.from(renderAll(await Promise.all(read), appUrl))
      },
    }),
  )

  const search = createSearch(pages, (page) => readMarkdown(page, 'html'))
  return {
    documents,
    pageHeaders: { ...PAGE_HEADERS, 'Content-Type': HTML, 'X-Robots-Tag': 'noindex' },
    search: async (query) => renderHits(sections, query, await search(query)),
    missing: renderMissing(sections),
  }
}

/** Searches the pages, which are read at the first search. */
function createSearch(pages: readonly Page[], read: (page: Page) => Promise<string>) {
  let index: Promise<IndexedSection[]> | undefined
  const openIndex = async (): Promise<IndexedSection[]> => {
    const indexed = await Promise.all(pages.map(async (page) => indexPage(page, await read(page))))
    return indexed.flat()
  }
  return async (query: string): Promise<Hit[]> => {
    index ??= openIndex().catch((error: unknown) => {
      // The next search tries again.
      index = undefined
      throw error
    })
    return searchSections(await index, query)
  }
}

/** The address of a page serves HTML or Markdown, whichever the client prefers. */
const VARIES = { Vary: 'Accept, Accept-Encoding' }

const linkTo = (address: string, type: string): string => `<${address}>; rel="alternate"; type="${type}"`

/** Removes comments, which are for people who edit the file. */
const withoutComments = (markdown: string): string => markdown.replaceAll(/^<!--.*?-->\n+/gms, '')
