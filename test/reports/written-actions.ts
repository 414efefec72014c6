/** What the page of a technical edition says in its actions. */

/** Findings about which the same was found. */
export interface WrittenFinding {
  ids: string[]
  /** The numbers of the actions where they are described, by their ids. */
  describedIn: ReadonlyMap<string, string>
  isAnswered: boolean
  statements: string[]
  found: string
}

export interface WrittenAction {
  number: string
  findings: WrittenFinding[]
  remedy: string
}

const REFERENCE = /(?:As for|The rest is as for|The reason is the same as for) ([^.]*(?:\.[^. ]+)*)\.(?= |$)/g
const NAMES_ELSEWHERE = /Affected: [\d,]+(?: settings)?, the same as for (.*?)$/
const ID = /[A-Z]+[A-Z.]*[-.][\w.-]*\w/g

/** A finding that another one names, with the number of its action. */
export interface Named {
  id: string
  action: string
}

/** Reads `A and for B and C in action 2`. */
const readNames = (places: string, action: string): Named[] =>
  places.split(/(?:,| and) for /).flatMap((part) => {
    const [ids = '', of = action] = part.split(' in action ')
    return (ids.match(ID) ?? []).map((id) => ({ id, action: of }))
  })

/** The findings that have what was found, or the names. */
export const namedIn = (found: string, action: string) => ({
  found: [...found.matchAll(REFERENCE)].flatMap(([, places = '']) => readNames(places, action)),
  names: readNames(NAMES_ELSEWHERE.exec(found)?.[1] ?? '', action),
})

export const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

export function actionsOf(page: string): WrittenAction[] {
  return page
    .split(/<div id="a-[^"]*" class="action">/)
    .slice(1)
    .map((markup) => {
      const [head = '', remedy = ''] = markup.split('<details class="more fix">')
      return {
        number: />(\d+)<\/a>/.exec(head)?.[1] ?? '',
        findings: head
          .split('<li>')
          .map((item) => item.split('</li>')[0] ?? '')
          .filter((item) => item.includes('<span class="id">'))
          .map(readFinding),
        remedy: remedy.split('</dl>')[0] ?? '',
      }
    })
}

function readFinding(item: string): WrittenFinding {
  const paragraphs = [...item.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, inner = '']) => inner)
  const [titles, others] = [true, false].map((isTitle) =>
    paragraphs.filter((inner) => inner.startsWith('<span class="id">') === isTitle),
  )
  const words = (titles ?? []).map((title) =>
    textOf(title.replace(/<span class="id">.*?<\/span>|<span class="soft">.*?<\/span>|<span class="mark.*$/gs, '')),
  )
  const idOf = (title: string): string => textOf(/<span class="id">(.*?)<\/span>/.exec(title)?.[1] ?? '')
  return {
    ids: (titles ?? []).map(idOf),
    describedIn: new Map(
      (titles ?? []).flatMap((title) => {
        const [, action] = /described in action (\d+)/.exec(textOf(title)) ?? []
        return action === undefined ? [] : [[idOf(title), action] as const]
      }),
    ),
    isAnswered: item.includes('(answer: '),
    statements: words.filter((statement) => statement !== ''),
    found: (others ?? [])
      .map(textOf)
      .filter((text) => !text.startsWith('Their note: '))
      .join(' '),
  }
}

/** What a finding says by itself. */
export const ownWords = (found: string): string => found.replace(REFERENCE, '').replace(NAMES_ELSEWHERE, '').trim()
