import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Http } from '../api.ts'
import { KEY_HEADERS } from '../features/keys/rules.ts'

const DESCRIPTION = `Partners assess the tenants of their customers against security frameworks.

Every request carries an API key and uses HTTPS. Errors have one shape, \`{ "error": { "code", "message", "requestId", "details" } }\`;
the code tells the condition, \`details\` every field at fault. Runs are carried out in the background: create one, then read it until its
status is \`completed\`, \`failed\` or \`canceled\`.`

/** Describes every route that is declared after this, from its own schema, at \`/api/openapi.json\` and \`/api/docs\`. */
export async function describeApi(http: Http, options: { baseUrl: string; version: string }): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plumbline',
        version: options.version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${options.baseUrl}/api` }],
      tags: [
        { name: 'Account', description: 'The account that the key belongs to.' },
        { name: 'Customers', description: 'Organisations whose tenants are assessed.' },
        { name: 'Assessments', description: 'Products, runs and their results.' },
        { name: 'Keys', description: 'API keys of the account: two slots.' },
        { name: 'Plan', description: 'The subscription: plan, billing and currency.' },
        { name: 'Partners', description: 'Partners of a distributor.' },
      ],
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
  })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { persistAuthorization: false },
  })
}
