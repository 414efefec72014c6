import assert from 'node:assert/strict'

/** The cells of each line, parsed by RFC 4180. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  assert.deepEqual(lines.pop(), [''], 'the last line has a line ending')
  return lines
}
