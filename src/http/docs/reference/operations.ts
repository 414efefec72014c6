import { fields, list, text } from '../../../shared/json.ts'
import { slugOf } from '../contents/slugs.ts'
import { exampleOf, renderCurl } from './curl.ts'
import { type Description, follow, type Operation, refName } from './description.ts'
import { code, escapeText, joinParts, renderBlock, renderTable } from './markdown.ts'
import { type Mentioned, renderFields, typeOf } from './shapes.ts'

/** From pages two folders below docs/ to the page of errors. */
const ERRORS = '../../errors.md'
const EVERYWHERE = '../../api.md#errors-of-every-call'

/** One endpoint as a section: call, parameters, body, answers, errors and an example. */
export function renderOperation(
  description: Description,
  operation: Operation,
  { common, mentioned }: { common: ReadonlySet<string>; mentioned: Mentioned },
): string {
  const { method, path, declared } = operation
  return joinParts([
    `## ${titleOf(operation)}`,
    declared.deprecated === true ? '**Deprecated.**' : undefined,
    code(`${method.toUpperCase()} /api${path}`),
    escapeText(text(declared.description) ?? ''),
    ...renderParameters(description, operation, mentioned),
    ...renderBody(description, operation, mentioned),
    '**Example**',
    renderBlock('sh', renderCurl(description, operation)),
    ...renderAnswers(description, operation, mentioned),
    renderErrors(operation, common),
  ])
}

/** One webhook as a section: its body and an example. */
export function renderWebhook(description: Description, operation: Operation, mentioned: Mentioned): string {
  const media = fields(fields(operation.declared.requestBody).content)['application/json']
  const example = exampleOf(description, media)
  return joinParts([
    `## ${code(operation.path)}`,
    escapeText(text(operation.declared.description) ?? text(operation.declared.summary) ?? ''),
    renderFields(description, fields(media).schema, 'received', mentioned),
    example === undefined ? undefined : renderBlock('json', JSON.stringify(example, null, 2)),
  ])
}

export const titleOf = ({ declared, path }: Operation): string => text(declared.summary) ?? path

export const anchorOf = (operation: Operation): string => slugOf(titleOf(operation))

/** The codes of an operation's errors, by status. */
export function listErrors({ declared }: Operation): [status: string, codes: string[]][] {
  return Object.entries(fields(declared.responses)).flatMap(([status, response]): [string, string[]][] =>
    status < '400' ? [] : [[status, (text(fields(response).description) ?? '').split(', ')]],
  )
}

function renderParameters(description: Description, { declared }: Operation, mentioned: Mentioned): string[] {
  const rows = list(declared.parameters).map((each) => {
    const { name, in: place, schema, required, description: meaning } = follow(description, each)
    const preset = fields(schema).default
    return [
      code(text(name) ?? ''),
      text(place) ?? '',
      typeOf(description, schema, mentioned),
      [
        required === true && place !== 'path' && 'Required.',
        escapeText(text(meaning) ?? ''),
        preset !== undefined && `Default: ${code(JSON.stringify(preset))}.`,
      ]
        .filter((part) => part !== false && part !== '')
        .join(' '),
    ]
  })
  return rows.length === 0 ? [] : ['**Parameters**', renderTable(['name', 'in', 'type', 'meaning'], rows)]
}

function renderBody(description: Description, { declared }: Operation, mentioned: Mentioned): string[] {
  const media = fields(fields(declared.requestBody).content)['application/json']
  const table = renderFields(description, fields(media).schema, 'sent', mentioned)
  return table === '' ? [] : ['**Body**', table]
}

function renderAnswers(description: Description, { declared }: Operation, mentioned: Mentioned): string[] {
  const answers = Object.entries(fields(declared.responses)).filter(([status]) => status < '400')
  return answers.flatMap(([status, response]) => {
    const { description: meaning, content } = follow(description, response)
    const { 'application/json': json, ...others } = fields(content)
    const schema = fields(json).schema
    const name = refName(schema)
    const shape = name === undefined ? '' : `: ${typeOf(description, schema, mentioned)}`
    const types = Object.keys(others).map(code)
    const files = types.length === 0 ? '' : ` Other media types: ${types.join(', ')}.`
    const example = exampleOf(description, json)
    return [
      `**Answer ${status}**${shape}. ${escapeText(text(meaning) ?? '')}${files}`,
      ...(name === undefined ? [renderFields(description, schema, 'received', mentioned)] : []),
      ...(example === undefined ? [] : [renderBlock('json', JSON.stringify(example, null, 2))]),
    ]
  })
}

function renderErrors(operation: Operation, common: ReadonlySet<string>): string {
  const own = listErrors(operation).flatMap(([status, codes]) => {
    const named = codes.filter((each) => !common.has(each)).map((each) => linkError(each, ERRORS))
    return named.length === 0 ? [] : [`${status} ${named.join(', ')}`]
  })
  const others = `[those of every call](${EVERYWHERE})`
  return `**Errors:** ${own.length === 0 ? others : `${own.join(' · ')}, and ${others}`}.`
}

/** A code with a link to its entry on the page of errors. */
export const linkError = (name: string, page: string): string => `[${code(name)}](${page}#${slugOf(name)})`
