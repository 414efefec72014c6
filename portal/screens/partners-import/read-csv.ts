/** The cells of a CSV file (RFC 4180), line by line; empty lines are left out. Commas, semicolons and tabs separate. */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    line.push(cell.trim())
    cell = ''
  }
  const endLine = (): void => {
    endCell()
    if (line.some((each) => each !== '')) lines.push(line)
    line = []
  }
  // A byte order mark stands before the first cell of files from spreadsheets.
  const characters = [...text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')]
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (characters[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n' || character === '\r') endLine()
    else cell += character
  }
  endLine()
  return lines
}

/** The one of these that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const count = (character: string): number => first.split(character).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
