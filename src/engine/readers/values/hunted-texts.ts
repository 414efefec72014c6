import { text, texts } from '../../../shared/json.ts'

/** The texts of a list in a row of advanced hunting, which returns lists as lists or as text. */
export function huntedTexts(value: unknown): string[] {
  if (Array.isArray(value)) return texts(value)
  try {
    return texts(JSON.parse(text(value) ?? '[]'))
  } catch {
    return []
  }
}
