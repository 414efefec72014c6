/**
 * The parts of the NIST OSCAL assessment results model (1.1) that our reports use, as a JSON schema that allows no other
 * field. Written from the model's reference, because its own schema allows far more than we write.
 */

const text = { type: 'string', minLength: 1 }
const line = { type: 'string', pattern: '^\\S(.*\\S)?$' }
const token = { type: 'string', pattern: '^(\\p{L}|_)(\\p{L}|\\p{N}|[.\\-_])*$' }
const uri = { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9+\\-.]+:.+$' }
const uuid = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[45][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
}
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' }

/** An object with exactly these fields; those whose name ends in `?` are optional. */
function only(fields: Record<string, object>) {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema]))
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'))
  return { type: 'object', properties, required, additionalProperties: false }
}

const some = (items: object) => ({ type: 'array', minItems: 1, items })
const oneOf = (...words: string[]) => ({ enum: words })

const prop = only({ name: token, 'uuid?': uuid, 'ns?': uri, value: line, 'class?': token, 'remarks?': text })
const origin = only({
  actors: some(only({ type: oneOf('tool', 'assessment-platform', 'party'), 'actor-uuid': uuid, 'role-id?': token })),
})
const relatedObservations = some(only({ 'observation-uuid': uuid }))

const component = only({
  uuid,
  type: line,
  title: text,
  description: text,
  'props?': some(prop),
  status: only({ state: oneOf('under-development', 'operational', 'disposition', 'other') }),
})

const observation = only({
  uuid,
  'title?': text,
  description: text,
  'props?': some(prop),
  methods: some(oneOf('EXAMINE', 'INTERVIEW', 'TEST', 'UNKNOWN')),
  'types?': some(oneOf('ssp-statement-issue', 'control-objective', 'mitigation', 'finding', 'historic')),
  'origins?': some(origin),
  'subjects?': some(
    only({ 'subject-uuid': uuid, type: oneOf('component', 'inventory-item', 'location', 'party', 'user', 'resource') }),
  ),
  'relevant-evidence?': some(only({ 'href?': text, description: text, 'props?': some(prop) })),
  collected: time,
  'remarks?': text,
})

const risk = only({
  uuid,
  title: text,
  description: text,
  statement: text,
  status: oneOf('open', 'investigating', 'remediating', 'deviation-requested', 'deviation-approved', 'closed'),
  'origins?': some(origin),
  'characterizations?': some(only({ origin, facets: some(only({ name: token, system: uri, value: line })) })),
  'remediations?': some(
    only({
      uuid,
      lifecycle: oneOf('recommendation', 'planned', 'completed'),
      title: text,
      description: text,
      'props?': some(prop),
    }),
  ),
  'related-observations?': relatedObservations,
})

const finding = only({
  uuid,
  title: text,
  description: text,
  target: only({
    type: oneOf('statement-id', 'objective-id'),
    'target-id': token,
    status: only({ state: oneOf('satisfied', 'not-satisfied'), 'reason?': oneOf('pass', 'fail', 'other') }),
    'implementation-status?': only({
      state: oneOf('implemented', 'partial', 'planned', 'alternative', 'not-applicable'),
    }),
  }),
  'related-observations?': relatedObservations,
  'related-risks?': some(only({ 'risk-uuid': uuid })),
})

const result = only({
  uuid,
  title: text,
  description: text,
  start: time,
  'end?': time,
  'props?': some(prop),
  'local-definitions?': only({
    'components?': some(component),
    'assessment-assets?': only({
      'components?': some(component),
      'assessment-platforms': some(
        only({ uuid, 'title?': text, 'uses-components?': some(only({ 'component-uuid': uuid })) }),
      ),
    }),
  }),
  'reviewed-controls': only({
    'links?': some(only({ href: text, 'rel?': token })),
    'control-selections': some(
      only({ 'description?': text, 'include-controls?': some(only({ 'control-id': token })) }),
    ),
  }),
  'observations?': some(observation),
  'risks?': some(risk),
  'findings?': some(finding),
})

export const OSCAL_MODEL = only({
  'assessment-results': only({
    uuid,
    metadata: only({
      title: text,
      'last-modified': time,
      version: line,
      'oscal-version': line,
      'props?': some(prop),
      'roles?': some(only({ id: token, title: text })),
      'parties?': some(only({ uuid, type: oneOf('person', 'organization'), 'name?': line })),
      'responsible-parties?': some(only({ 'role-id': token, 'party-uuids': some(uuid) })),
    }),
    'import-ap': only({ href: text, 'remarks?': text }),
    results: some(result),
    'back-matter?': only({
      'resources?': some(only({ uuid, 'title?': text, 'description?': text, 'rlinks?': some(only({ href: uri })) })),
    }),
  }),
})
