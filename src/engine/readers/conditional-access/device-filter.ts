import { type Fields, fields, text } from '../../../shared/json.ts'
import { unknownFields } from './condition-mask.ts'

/** What is certain about a device, weakest first: nothing, that it is managed, that an administrator marked it. */
export const DEVICE_PROOF = { nothing: 0, managed: 1, dedicated: 2 } as const
export type DeviceProof = (typeof DEVICE_PROOF)[keyof typeof DEVICE_PROOF]

/** A filter for devices as a rule of attributes, operators and values. Syntax: Graph `conditionalAccessFilter`. */
type Rule =
  | { kind: 'and' | 'or'; left: Rule; right: Rule }
  | { kind: 'comparison'; attribute: string; operator: string; values: readonly string[] }

/** Reads the devices condition of a policy: no filter, a filter, or something that we do not understand. */
export function deviceFilterOf(
  devices: unknown,
): { kind: 'none' | 'unknown' } | { kind: 'filter'; mode: 'include' | 'exclude'; rule: Rule } {
  const condition = fields(devices)
  const filter = fields(condition.deviceFilter)
  if (hasUnknownParts(condition)) return { kind: 'unknown' }
  const source = text(filter.rule) ?? ''
  if (source === '') return { kind: 'none' }
  const rule = parseRule(source)
  const { mode } = filter
  return rule && (mode === 'include' || mode === 'exclude') ? { kind: 'filter', mode, rule } : { kind: 'unknown' }
}

const hasUnknownParts = (condition: Fields): boolean =>
  unknownFields(condition, new Set(['deviceFilter'])).length > 0 ||
  unknownFields(fields(condition.deviceFilter), new Set(['mode', 'rule'])).length > 0

/** What is certain about every device that a filter exempts from its policy. */
export function proofOfExempt(mode: 'include' | 'exclude', rule: Rule): DeviceProof {
  return mode === 'exclude' ? proofIfTrue(rule) : proofIfFalse(rule)
}

/**
 * What is certain about a device if the rule is true for it. A negative comparison proves nothing: it is true for every
 * device that is not registered, because all attributes of such a device are null (Microsoft on the filter for devices).
 */
function proofIfTrue(rule: Rule): DeviceProof {
  if (rule.kind === 'comparison') return proofOfMatch(rule.attribute, rule.operator, rule.values)
  return (rule.kind === 'and' ? max : min)(proofIfTrue(rule.left), proofIfTrue(rule.right))
}

/** What is certain about a device if the rule is false for it: a negative comparison is false only if the values match. */
function proofIfFalse(rule: Rule): DeviceProof {
  if (rule.kind !== 'comparison') {
    return (rule.kind === 'and' ? min : max)(proofIfFalse(rule.left), proofIfFalse(rule.right))
  }
  const positive = OPPOSITES[rule.operator]
  return positive === undefined ? DEVICE_PROOF.nothing : proofOfMatch(rule.attribute, positive, rule.values)
}

const max = (a: DeviceProof, b: DeviceProof): DeviceProof => (a > b ? a : b)
const min = (a: DeviceProof, b: DeviceProof): DeviceProof => (a < b ? a : b)

const OPPOSITES: Readonly<Record<string, string>> = {
  ne: 'eq',
  notin: 'in',
  notcontains: 'contains',
  notstartswith: 'startswith',
  notendswith: 'endswith',
}

/** Attributes that only administrators, or enrolment profiles that they write, can set. */
const SET_BY_ADMINISTRATORS = /^(extensionattribute([1-9]|1[0-5])|deviceid|enrollmentprofilename)$/

/**
 * What it proves about a device that this attribute has one of these values. A device is managed if it is compliant or
 * hybrid joined, as for the grant controls of those names. These are not enough: `Workplace`, a registered personal device;
 * `AzureAD`, because by default everybody can join a device; and anything that the device or its owner reports, such as its
 * name, model or operating system.
 */
function proofOfMatch(attribute: string, operator: string, values: readonly string[]): DeviceProof {
  if (values.length === 0 || values.includes('')) return DEVICE_PROOF.nothing
  const isEqual = operator === 'eq' || operator === 'in'
  if (attribute === 'iscompliant') {
    return isEqual && values.every((value) => value === 'true') ? DEVICE_PROOF.managed : DEVICE_PROOF.nothing
  }
  if (attribute === 'trusttype') {
    return isEqual && values.every((value) => value === 'serverad') ? DEVICE_PROOF.managed : DEVICE_PROOF.nothing
  }
  const isPositive = isEqual || Object.values(OPPOSITES).includes(operator)
  return isPositive && SET_BY_ADMINISTRATORS.test(attribute) ? DEVICE_PROOF.dedicated : DEVICE_PROOF.nothing
}

/** Text in quotes, brackets, commas, `-operator`, or a word. */
const TOKENS = /\s*("[^"]*"|'[^']*'|[()[\],]|-?[\w.]+)/y

function tokensOf(source: string): string[] | undefined {
  const tokens: string[] = []
  const pattern = new RegExp(TOKENS)
  const end = source.trimEnd().length
  while (pattern.lastIndex < end) {
    const [, token] = pattern.exec(source) ?? []
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

/** Parses a rule; undefined if anything in it is not understood. `-and` binds more tightly than `-or`. */
function parseRule(source: string): Rule | undefined {
  const tokens = tokensOf(source)
  if (!tokens) return undefined
  const parser = { tokens, at: 0 }
  const rule = parseJoined(parser, 'or')
  return parser.at === tokens.length ? rule : undefined
}

interface Parser {
  tokens: readonly string[]
  at: number
}

const peek = ({ tokens, at }: Parser): string => tokens[at]?.toLowerCase() ?? ''

function take(parser: Parser, ...expected: string[]): boolean {
  if (!expected.includes(peek(parser))) return false
  parser.at += 1
  return true
}

function parseJoined(parser: Parser, kind: 'and' | 'or'): Rule | undefined {
  const next = (): Rule | undefined => (kind === 'or' ? parseJoined(parser, 'and') : parsePart(parser))
  let left = next()
  while (left && take(parser, `-${kind}`, kind)) {
    const right = next()
    left = right && { kind, left, right }
  }
  return left
}

function parsePart(parser: Parser): Rule | undefined {
  if (take(parser, '(')) {
    const inner = parseJoined(parser, 'or')
    return take(parser, ')') ? inner : undefined
  }
  const [, attribute] = /^device\.(\w+)$/.exec(peek(parser)) ?? []
  if (attribute === undefined) return undefined
  parser.at += 1
  const [, operator] = /^-(eq|in|contains|startswith|endswith|ne|not\w+)$/.exec(peek(parser)) ?? []
  if (operator === undefined) return undefined
  parser.at += 1
  const values = parseValues(parser)
  return values && { kind: 'comparison', attribute, operator, values }
}

/** One value, or a list of them in brackets; in lower case, because the comparison ignores case. */
function parseValues(parser: Parser): string[] | undefined {
  const isList = take(parser, '[')
  const values: string[] = []
  do {
    const token = peek(parser)
    if (!/^["'\w]/.test(token)) return undefined
    values.push(token.replace(/^["']|["']$/g, ''))
    parser.at += 1
  } while (isList && take(parser, ','))
  return !isList || take(parser, ']') ? values : undefined
}
