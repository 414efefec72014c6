import { fields, list, text } from '../../../shared/json.ts'
import { type Description, follow, type Operation } from './description.ts'

/** The shell variable for the key, as in the portal's examples. */
const KEY = '$PLUMBLINE_KEY'

/** A command with the ids and the body of the examples, which works if `PLUMBLINE_KEY` has the key. */
export function renderCurl(description: Description, operation: Operation): string {
  const { method, declared } = operation
  const body = exampleOf(description, fields(fields(declared.requestBody).content)['application/json'])
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quote(addressOf(description, operation))}`,
    ...(description.hasOwnAuthority ? ['--cacert ca.crt'] : []),
    `-H "${keyHeaderOf(description, operation)}: ${KEY}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** The example of a body: its own, or the first of several. */
export function exampleOf(description: Description, media: unknown): unknown {
  const { example, examples } = fields(media)
  return example ?? follow(description, Object.values(fields(examples))[0]).value
}

const quote = (value: string): string => (/^[\w:/.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`)

function keyHeaderOf({ root }: Description, { declared }: Operation): string {
  const [scheme = ''] = Object.keys(fields(list(declared.security)[0]))
  return text(fields(fields(fields(root.components).securitySchemes)[scheme]).name) ?? ''
}

function addressOf(description: Description, { path, declared }: Operation): string {
  const parameters = list(declared.parameters).map((parameter) => follow(description, parameter))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    sampleOf(
      description,
      parameters.find((parameter) => parameter.in === 'path' && parameter.name === name),
    ),
  )
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${text(parameter.name)}=${sampleOf(description, parameter)}`)
  return `${description.apiUrl}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** A parameter's example, or an id with the prefix that its description names. */
function sampleOf({ ids }: Description, parameter: unknown): string {
  const { example, schema, description, name } = fields(parameter)
  const shape = fields(schema)
  const given = example ?? list(shape.examples)[0] ?? shape.default ?? list(shape.enum)[0] ?? shape.minimum
  if (given !== undefined) return String(given)
  const id = ids.get(/prefix ([a-z]+_)/i.exec(text(description) ?? '')?.[1] ?? '')
  return id ?? PLACEHOLDERS[text(name) ?? ''] ?? `{${text(name)}}`
}

/** For parameters whose description has neither. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { product: 'essential-eight', slot: '2' }
