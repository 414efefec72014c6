/** What a command gives: the JSON of `--json`, and the text for people. */
export interface Output {
  json: unknown
  text: string
}

/** The same fields for both, as aligned lines for people. */
export function listFields(values: Readonly<Record<string, string | number>>): Output {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  const lines = Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  return { json: values, text: lines.join('\n') }
}
