import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveLinks } from '../../src/http/docs/links.ts'
import { renderMarkdown } from '../../src/http/docs/markdown.ts'
import { renderReference } from '../../src/http/docs/reference/pages.ts'

const problem = (code: string) => ({ description: code, content: {} })

/** A description with what ours has or may come to have. */
const DOCUMENT = {
  openapi: '3.1.0',
  tags: [
    { name: 'Partner: Parcels', description: 'What is sent.' },
    { name: 'Distributor: Depots', description: 'Where it is sent from.', 'x-displayName': 'Depots' },
  ],
  components: {
    securitySchemes: { partnerKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' } },
    parameters: {
      Prefer: { name: 'Prefer', in: 'header', description: 'How strict | lenient.', schema: { type: 'string' } },
    },
    schemas: {
      State: { type: 'string', enum: ['packed', 'sent'] },
      Box: {
        type: 'object',
        required: ['id', 'state'],
        properties: {
          id: { type: 'string', description: 'Prefix box_.', examples: ['box_01m7zb6f8ye1jva8wcchpbtxwq'] },
          state: { $ref: '#/components/schemas/State', description: 'How far it is.' },
          size: { type: 'object', properties: { width: { type: ['integer', 'null'], minimum: 1 } } },
          lines: { type: 'array', items: { type: 'object', properties: { text: { const: 'a' } } } },
          lid: { anyOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'null' }] },
        },
      },
      Lid: { type: 'object', properties: { colour: { type: 'string', maxLength: 7 } } },
    },
  },
  paths: {
    '/v1/partner/boxes/{id}': {
      put: {
        summary: 'Change a box',
        description: 'Only <b>fields</b> that are sent.',
        tags: ['Partner: Parcels'],
        security: [{ partnerKey: [] }],
        deprecated: true,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Prefix box_.' },
          { $ref: '#/components/parameters/Prefer' },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } },
              example: { note: "it's here" },
            },
          },
        },
        responses: {
          200: {
            description: 'Done.',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Box' },
                example: { id: 'box_01m7zb6f8ye1jva8wcchpbtxwq', state: 'sent' },
              },
            },
          },
          400: problem('INVALID_FIELD'),
          401: problem('MISSING_KEY, INVALID_KEY'),
        },
      },
    },
    '/v1/distributor/depots': {
      get: {
        summary: 'List depots',
        tags: ['Distributor: Depots'],
        responses: { 401: problem('MISSING_KEY, INVALID_KEY') },
      },
    },
  },
  webhooks: {
    'box.sent': {
      post: {
        description: 'A box was sent.',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' }, example: { id: 'box_1' } } },
        },
      },
    },
  },
}

const reference = renderReference(DOCUMENT, { apiUrl: 'https://api.example/api' })

test('the reference has a page for each tag of each API, without the name of the API in its title', () => {
  assert.deepEqual(
    reference.sections.flatMap(({ pages }) => pages).map(({ path, title }) => [path, title]),
    [
      ['api/partner/parcels', 'Parcels'],
      ['api/distributor/depots', 'Depots'],
      ['api/webhooks/events', 'Calls to your receiver'],
    ],
  )
})

test('an operation has its parameters, body, response with named objects, its own errors and a working command', () => {
  const page = reference.pages.get('api/partner/parcels') ?? ''
  for (const line of [
    '## Change a box',
    '**Deprecated.**',
    '`PUT /api/v1/partner/boxes/{id}`',
    'Only \\<b>fields\\</b> that are sent.',
    '| `Prefer` | header | string | How strict \\| lenient. |',
    '| `note` | string | Required. |',
    '**Answer 200**: [Box](#box). Done.',
    '| `state` | `"packed"`, `"sent"` | How far it is. |',
    '| `size.width` | integer or null, at least 1 | May be absent. |',
    '| `lines[].text` | `"a"` | May be absent. |',
    '| `lid` | [Lid](#lid) or null | May be absent. |',
    '### Lid',
    '| `colour` | string, at most 7 characters | May be absent. |',
    '**Errors:** 400 [`INVALID_FIELD`](../../errors.md#invalid_field), and [those of every call](../../api.md#errors-of-every-call).',
    `curl -X PUT https://api.example/api/v1/partner/boxes/box_01m7zb6f8ye1jva8wcchpbtxwq \\
  -H "X-Partner-Key: $PLUMBLINE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"note":"it'\\''s here"}'`,
  ])
    assert.ok(page.includes(`\n${line}\n`), `${line}\nis not in\n${page}`)
  assert.match(
    reference.summary,
    /Every call can return \[`MISSING_KEY`\]\(errors\.md#missing_key\), \[`INVALID_KEY`\]/,
  )
})

test('commands for a service with a certificate of its own name a file to copy, never a path of that machine', () => {
  const own = renderReference(DOCUMENT, { apiUrl: 'https://localhost:8443/api', hasOwnAuthority: true })
  const page = own.pages.get('api/partner/parcels') ?? ''
  assert.ok(page.includes(' \\\n  --cacert ca.crt \\\n'), page)
  assert.match(page, /in the file `ca\.crt`: copy it from `tls\/ca\.crt` in the data folder/)
  assert.doesNotMatch(reference.pages.get('api/partner/parcels') ?? '', /ca\.crt/)
})

test('the webhooks in the API description have a page with the fields of their bodies', () => {
  const page = reference.pages.get('api/webhooks/events') ?? ''
  assert.match(page, /\n## `box\.sent`\n\nA box was sent\.\n\n\| field /)
})

test('HTML in a page is shown as text, comments are left out, and links lead only where they may', () => {
  const { html } = renderMarkdown(
    `# T

<script>alert(1)</script>

<!-- for us -->

a <img src=x onerror=alert(1)> [x](javascript:alert(1)) [y](//evil.example) [z](data:text/html,1) ![p](https://evil.example/p.png) [ok](https://example.com/?a=1&b="2)

| \`<b>\` |
| --- |
| <i>1</i> |
`,
    () => undefined,
  )
  assert.doesNotMatch(html, /<script|<img|<i>|<b>|href="(javascript|data|\/\/)|for us|evil\.example\/p/)
  assert.match(html, /&lt;script&gt;/)
  assert.match(html, /<a href="https:\/\/example\.com\/\?a=1&amp;b=/)
})

test('an example of an address is text, and what is meant as a link is one', () => {
  const { html } = renderMarkdown(
    `As in redis://user:password@redis.example:6379, smtp://user:password@mail.example.com:587, https://bucket.example.com,
Security <security@example.com>.

<https://example.com/a> and [mail](mailto:help@example.com)
`,
    () => undefined,
  )
  assert.match(html, /As in redis:\/\/user:password@redis\.example:6379, smtp:/)
  assert.match(html, /Security &lt;security@example\.com&gt;\./)
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
  assert.deepEqual(targets, ['https://example.com/a', 'mailto:help@example.com'])
})

test('links of files become addresses, and what is not published becomes text', () => {
  const find = (file: string): string | undefined => (file === 'docs/errors.md' ? '/docs/errors' : undefined)
  const text =
    'See [all\ncodes](../errors.md#a), [b](#b), [why](../decisions/0001.md), [c](https://c.example).\n\n```sh\n[d](../errors.md)\n```\n'
  assert.equal(
    resolveLinks(text, 'docs/guide/partner.md', find),
    'See [all\ncodes](/docs/errors#a), [b](#b), why, [c](https://c.example).\n\n```sh\n[d](../errors.md)\n```\n',
  )
})
