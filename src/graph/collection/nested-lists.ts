import { type Fields, fields, list, text } from '../../shared/json.ts'

const LINK = '@odata.nextLink'

/** Reads the page at a link; undefined if it cannot be read. */
export type ReadPage = (link: string) => Promise<Fields | undefined>

/**
 * Completes the lists inside items in place, such as the settings of a policy: Graph also pages the lists that
 * `$expand` returns, and puts the link to the next page beside the list. A list that cannot be completed keeps its
 * link, which shows that a part is missing.
 */
export async function completeNestedLists(items: readonly unknown[], readPage: ReadPage): Promise<void> {
  for (const item of items.map(fields)) {
    for (const holder of [item, ...Object.values(item).map(fields)]) {
      for (const name of Object.keys(holder)) {
        if (name.endsWith(LINK)) await completeList(holder, name, readPage)
      }
    }
  }
}

async function completeList(holder: Record<string, unknown>, linkName: string, readPage: ReadPage): Promise<void> {
  const name = linkName.slice(0, -LINK.length)
  const whole = [...list(holder[name])]
  for (let link = text(holder[linkName]); link !== undefined; ) {
    const page = await readPage(link)
    if (!page || !Array.isArray(page.value)) return
    for (const entry of page.value) whole.push(entry)
    link = text(page[LINK])
  }
  holder[name] = whole
  delete holder[linkName]
}
