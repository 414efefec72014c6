import { markdownAddressOf, type Page, type Section } from './contents/pages.ts'

const ABOUT = `# Plumbline

> Plumbline assesses Microsoft 365 tenants against security frameworks (Essential Eight, NIST CSF 2.0, CISA SCuBA for Entra ID), for
> managed service providers (partners) and their distributors, by a REST API with webhooks and a portal.
`

/** `/llms.txt`: one line for each page, by section, with the addresses of the Markdown. */
export function renderIndex(sections: readonly Section[], origin: string): string {
  const parts = sections.map(({ title, pages }) => {
    const lines = pages.map(
      ({ path, title: name, summary }) => `- [${name}](${origin}${markdownAddressOf(path)}): ${summary}`,
    )
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  const more = `All prose in one file: ${origin}/llms-full.txt. The API as OpenAPI 3.1: ${origin}/api/openapi.json.
Every page is also served as Markdown at its address with .md, or to \`Accept: text/markdown\`.
`
  return [ABOUT, more, ...parts].join('\n')
}

/** `/llms-full.txt`: the Markdown of these pages, one after another. */
export const renderAll = (pages: readonly { page: Page; markdown: string }[], origin: string): string =>
  [
    ABOUT,
    ...pages.map(({ page, markdown }) => `<!-- ${origin}${markdownAddressOf(page.path)} -->\n\n${markdown}`),
  ].join('\n')
