/** Text for a table cell or a line. Markdown outside of code is escaped, so that descriptions appear unchanged. */
export const escapeText = (value: string): string =>
  value
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[*<]|(?<!\w)_(?=\S)/g, '\\$&') : part))
    .join('`')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')

export const code = (value: string): string => `\`${value}\``

/** A table; empty without rows. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const renderBlock = (language: string, content: string): string => `\`\`\`${language}\n${content}\n\`\`\``

/** A page of these parts. */
export const joinPage = (parts: readonly (string | undefined)[]): string => `${joinParts(parts)}\n`

/** Parts with an empty line between them; empty parts are left out. */
export const joinParts = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n')
