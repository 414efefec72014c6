import { directionsOf, isRightToLeft } from '../text/right-to-left.ts'

/**
 * HTML that escapes by default. Attribute values in a template must be in double quotes; never insert a value into a
 * tag name, an unquoted attribute, a script or a style.
 */

// Data that was parsed from JSON cannot contain a symbol, so text from outside cannot pass as markup.
const MARKUP = Symbol('markup')

export interface Markup {
  readonly [MARKUP]: string
}

/**
 * The values that a template accepts: text is escaped, markup is inserted unchanged, `undefined` and `false` add
 * nothing.
 */
export type Child = string | number | undefined | false | Markup | readonly Child[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const TEXTS = Object.fromEntries(Object.entries(ENTITIES).map(([text, entity]) => [entity, text]))

/** The tag of a template literal of HTML. */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Markup {
  // Loops take half the time of `reduce` and `map` here, and every byte of a page comes through them.
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index++) text += write(children[index - 1], text) + (parts[index] ?? '')
  return { [MARKUP]: text }
}

/** Markup from a constant in our code, such as a style sheet. Never use it for text from outside. */
export function trusted(text: string): Markup {
  return { [MARKUP]: text }
}

/** Markup as text. */
export function toHtml(markup: Markup): string {
  return markup[MARKUP]
}

/** The text of markup without tags, as a browser's `textContent`. */
export function toText(markup: Markup): string {
  return markup[MARKUP]
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => TEXTS[entity] ?? entity)
}

/** What comes before the child decides whether it is content or part of a tag. */
function write(child: Child, before: string): string {
  if (child === undefined || child === false) return ''
  if (typeof child === 'string') return UNUSUAL.test(child) ? writeUnusual(child, before) : child
  if (typeof child === 'number') return String(child)
  if (MARKUP in child) return child[MARKUP]
  let text = ''
  for (const each of child) text += write(each, before)
  return text
}

/** Characters to escape, and those of scripts that run from right to left: one search takes half the time of two. */
const UNUSUAL = /[&<>"'\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const EACH_SPECIAL = /[&<>"']/g

/** An attribute, or an element that contains text only. */
const TEXT_ONLY = /<[^>]*$|^[^<>]*="[^"<>]*$|<(?:title|textarea|option|text|tspan)\b[^>]*>[^<]*$/

/** Names that run from right to left are arranged alone, so that marks and numbers beside them keep their places. */
function writeUnusual(text: string, before: string): string {
  if (!isRightToLeft(text) || TEXT_ONLY.test(before)) return escapeText(text)
  return directionsOf(text)
    .map((part) => (part.isRightToLeft ? `<bdi>${escapeText(part.text)}</bdi>` : escapeText(part.text)))
    .join('')
}

const escapeText = (text: string): string => text.replace(EACH_SPECIAL, (character) => ENTITIES[character] ?? '')
