const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*(?=[\s,;).\]:}])|[A-Za-z_$][\w$]*|[\s\S]/y
const IN_TEMPLATE = /\\[\s\S]|\$\{|[\s\S]/y

/** Identifiers and keywords in their order: code without comments, strings and the text parts of templates. */
export function identifiersIn(code: string): string[] {
  const found: string[] = []
  /** The number of open braces in each template around the position; undefined in the text of a template. */
  const templates: (number | undefined)[] = []
  let at = 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [token = ''] = pattern.exec(code) ?? []
    at += token.length
    return token
  }
  while (at < code.length) {
    const braces = templates.at(-1)
    if (templates.length > 0 && braces === undefined) {
      const token = take(IN_TEMPLATE)
      if (token === '`') templates.pop()
      if (token === '$' + '{') templates[templates.length - 1] = 0
      continue
    }
    const token = take(TOKEN)
    if (/^[A-Za-z_$]/.test(token)) found.push(token)
    if (token === '`') templates.push(undefined)
    if (braces === undefined) continue
    if (token === '{') templates[templates.length - 1] = braces + 1
    if (token === '}') templates[templates.length - 1] = braces === 0 ? undefined : braces - 1
  }
  return found
}
