import { posix } from 'node:path'
import { addressOf, DOWNLOADS, fileOf, markdownAddressOf, type Page, PICTURES } from './contents/pages.ts'

/** Whether links lead to the HTML or to the Markdown of pages. */
export type Form = 'html' | 'markdown'

/** Finds the address of a file of the repository; undefined if it is not published. */
export type FindAddress = (file: string, form: Form) => string | undefined

const BLOCK = /^( *)(`{3,}).*?^\1\2$/gms
const LINK = /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g
const OUTSIDE = /^(https?:|mailto:|\/)/

/** `pictures` has the addresses of pictures by their file names. */
export function createAddresses(pages: readonly Page[], pictures: ReadonlyMap<string, string>): FindAddress {
  const paths = new Map(pages.map(({ path }) => [fileOf(path), path]))
  const downloads = new Map(Object.keys(DOWNLOADS).map((path) => [`docs/${path}`, `/docs/${path}`]))
  const shown = new Map([...pictures].map(([name, address]) => [`docs/${PICTURES}/${name}`, address]))
  return (file, form) => {
    const path = paths.get(file)
    if (path !== undefined) return form === 'html' ? addressOf(path) : markdownAddressOf(path)
    return downloads.get(file) ?? shown.get(file)
  }
}

/**
 * The Markdown with the relative links of `file` replaced by addresses of the site. A link to a file that is not published
 * becomes its text. Code blocks stay as they are.
 */
export function resolveLinks(markdown: string, file: string, find: (file: string) => string | undefined): string {
  const resolve = (text: string): string =>
    text.replace(LINK, (link, bang: string, label: string, target: string) => {
      if (OUTSIDE.test(target) || target.startsWith('#')) return link
      const [path = '', anchor] = target.split('#')
      const address = find(posix.join(posix.dirname(file), path))
      if (address === undefined) return label
      return `${bang}[${label}](${address}${anchor === undefined ? '' : `#${anchor}`})`
    })
  let at = 0
  let resolved = ''
  for (const { 0: block, index } of markdown.matchAll(BLOCK)) {
    resolved += resolve(markdown.slice(at, index)) + block
    at = index + block.length
  }
  return resolved + resolve(markdown.slice(at))
}

/** The Markdown with links to the site's own addresses made absolute. */
export const withOrigin = (markdown: string, origin: string): string =>
  markdown.replaceAll(/\]\((\/[^)\s]*)\)/g, (_, address: string) => `](${origin}${address})`)
