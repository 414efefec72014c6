import swagger from '@fastify/swagger'
import { exampleOf, type Http } from '../../api.ts'
import { KEY_HEADERS } from '../../features/keys/rules.ts'
import { type Fields, fields, list, text } from '../../shared/json.ts'
import { isProblemCode } from '../../shared/problem.ts'
import { meaningOf } from './field-meanings.ts'
import { HEADER_PARAMETERS, HEADERS, headerParametersOf, headersOf } from './headers.ts'
import { RESPONSE_MEANINGS } from './response-meanings.ts'
import { describeParts, nameParts } from './schemas.ts'
import { TAGS, tagsOf } from './tags.ts'
import { describeWebhooks, WEBHOOK_HEADERS } from './webhooks.ts'

const DESCRIPTION = `Partners assess the tenants of their customers against security frameworks.

Every request carries an API key and uses HTTPS. Errors have one shape, \`{ "error": { "code", "message", "requestId", "details" } }\`;
\`code\` names the problem, and \`details\` lists every invalid field. Runs happen in the background: create one, then read it until its
status is \`completed\`, \`failed\` or \`canceled\`. Responses may get new fields, and enums new values: ignore those you do not know.`

const NOT_DECLARED = 'Default Response'
/** For successful responses without a description of their own whose schema is not described either. */
const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Queued.',
  204: 'Done; the response has no body.',
}

/** Makes `http.swagger()` describe every route declared afterwards, from its schema. */
export async function describeApi(http: Http, options: { baseUrl: string; version: string }): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plumbline',
        version: options.version,
        description: DESCRIPTION,
        contact: { name: 'Plumbline', url: 'https://plumbline.example', email: 'support@plumbline.example' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${options.baseUrl}/api` }],
      tags: [...TAGS],
      components: {
        securitySchemes: {
          distributorKey: {
            type: 'apiKey',
            in: 'header',
            name: KEY_HEADERS.distributor,
            description: 'Starts with dk_live_.',
          },
          partnerKey: { type: 'apiKey', in: 'header', name: KEY_HEADERS.partner, description: 'Starts with pk_live_.' },
        },
      },
    },
    stripBasePath: true,
    // Completes the description only: requests are validated against the schemas as the routes declare them.
    transformObject: (document) =>
      'openapiObject' in document
        ? Object.assign(document.openapiObject, complete(fields(document.openapiObject)))
        : document.swaggerObject,
  })
}

/** Adds names of schemas, examples of bodies and headers to what the routes declare. */
function complete(description: Fields): { paths: Fields; webhooks: Fields; components: Fields } {
  const shared: Shared = { schemas: new Map(), examples: new Map() }
  const paths = mapValues(description.paths, (path, name) =>
    mapValues(path, (operation) => completeOperation(name, fields(operation), shared)),
  )
  const webhooks = describeWebhooks(shared.schemas)
  const components = {
    ...fields(description.components),
    schemas: mapValues(sortByName(shared.schemas), (schema, name) => describeParts(schema, [name], shared.schemas)),
    examples: sortByName(shared.examples),
    headers: HEADERS,
    parameters: { ...HEADER_PARAMETERS, ...WEBHOOK_HEADERS },
  }
  return { paths, webhooks, components }
}

/** Parts that are described once and referenced by name. */
interface Shared {
  schemas: Map<string, Fields>
  examples: Map<string, unknown>
}

const sortByName = (parts: ReadonlyMap<string, unknown>): Fields =>
  Object.fromEntries([...parts].sort(([left], [right]) => (left < right ? -1 : 1)))

function completeOperation(path: string, operation: Fields, shared: Shared): Fields {
  const declared = list(operation.parameters).map((parameter) => nameParameter(fields(parameter), shared))
  const parameters = [...declared, ...headerParametersOf(operation)]
  const body = fields(operation.requestBody)
  return {
    ...operation,
    tags: tagsOf(path, operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.requestBody !== undefined && { requestBody: { ...body, content: completeContent(body, shared) } }),
    responses: mapValues(operation.responses, (response, status) => {
      const given = fields(response)
      const declared = text(given.description) ?? ''
      const schema = fields(fields(fields(given.content)['application/json']).schema)
      const meaning = RESPONSE_MEANINGS[text(schema.title) ?? ''] ?? SUCCESS[status]
      const description = (declared === NOT_DECLARED && meaning) || declared
      const headers = headersOf(operation, Number(status), declared, schema)
      return { description, headers, ...(given.content !== undefined && { content: completeContent(given, shared) }) }
    }),
  }
}

function nameParameter({ schema, ...parameter }: Fields, { schemas }: Shared): Fields {
  const meaning = parameter.description ?? meaningOf([`${text(parameter.in)}`, `${text(parameter.name)}`])
  return { ...parameter, ...(meaning !== undefined && { description: meaning }), schema: nameParts(schema, schemas) }
}

/** The bodies by media type, with the examples of the schema, or else one composed of the examples of its fields. */
function completeContent({ content }: Fields, shared: Shared): Fields {
  return mapValues(content, (media) => {
    const { schema, example, examples } = fields(media)
    const shown =
      examples === undefined
        ? { example: example ?? exampleOf(schema) }
        : { examples: mapValues(examples, (given, name) => shareExample(given, name, shared)) }
    const { description: _, ...shape } = fields(schema)
    return { schema: nameParts(shape, shared.schemas), ...shown }
  })
}

/** Describes the example of an error once, because it is the same wherever its code appears. */
function shareExample(example: unknown, name: string, { examples }: Shared): unknown {
  if (!isProblemCode(name)) return example
  examples.set(name, example)
  return { $ref: `#/components/examples/${name}` }
}

const mapValues = (value: unknown, change: (inner: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields(value)).map(([name, inner]) => [name, change(inner, name)]))
