/** The contract's tables, as data. Taken from the contract and the decisions, never from the code. */

/**
 * The shape of a value: the name of a type, a list of shapes, or an object by its fields; fields that end in `?` are
 * optional.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape }

export interface Call {
  /** Values of the path parameters: names of things in the fixture. */
  path?: Readonly<Record<string, string>>
  query?: string
  /** Texts such as `$customer` are replaced by the id of that thing. */
  body?: Readonly<Record<string, unknown>>
}

export interface Endpoint {
  call: string
  status: number
  /** Absent if the response has no content. */
  answer?: Shape
  path?: Readonly<Record<string, string>>
  required?: Readonly<Record<string, unknown>>
  optional?: Readonly<Record<string, unknown>>
  query?: readonly string[]
  /** Calls in addition to the one with all fields and the one with only the required fields. */
  more?: readonly Call[]
  /** Codes that the contract names for this endpoint. */
  codes?: readonly string[]
}

export const TENANT = '5A3B1C60-7d21-4e0f-9a54-1f0c2d3e4b02'

const STATUS = 'active|suspended|pending'
const PLAN = 'starter|professional|enterprise'
const SETTLEMENT = { currency: 'AUD|USD|GBP|EUR|NZD', interval: 'quarterly|annual' }
const PARTNER_USAGE = { month: 'month', runsUsed: 'count', runsLimit: 'limit', customersCount: 'count' }
const ROW_ERRORS = [{ index: 'count', code: 'string', message: 'string', 'field?': 'string' }] as const
const CUSTOMER = {
  id: 'cust',
  name: 'string',
  tenantId: 'guid',
  'email?': 'string',
  receivers: ['string'],
  questionnaireRecipients: ['string'],
} as const
const CUSTOMER_LIST = {
  customers: [{ id: 'cust', name: 'string', tenantId: 'guid', 'email?': 'string', createdAt: 'time' }],
} as const
const RUN_STATUS = 'queued|running|completed|failed|canceled'
const RUN_LIST = {
  runs: [
    {
      id: 'run',
      customerId: 'cust',
      product: 'string',
      status: RUN_STATUS,
      'score?': 'score',
      createdAt: 'time',
      'completedAt?': 'time',
    },
  ],
} as const
const PLAN_RESULT = {
  partnerId: 'prt',
  plan: PLAN,
  billing: 'monthly|rolling',
  currency: 'usd|aud|gbp|eur|sgd',
  runLimit: 'limit',
  subscriptionStatus: 'string',
  currentPeriodEnd: 'time',
}
const NEW_CUSTOMER = {
  required: { name: 'Umbrella', tenantId: TENANT },
  optional: { email: 'it@umbrella.example', receivers: ['a@u.example'], questionnaireRecipients: ['q@u.example'] },
}
const NEW_RUN = {
  required: { customerId: '$customer', product: 'essential-eight' },
  optional: { maturityTarget: 3 },
}
const NEW_PLAN = { required: { plan: 'enterprise' }, optional: { billing: 'rolling', currency: 'eur' } }
const NEW_PARTNER = {
  email: 'admin@initech.example',
  company: 'Initech',
  name: 'Peter',
  plan: 'starter',
  billing: { currency: 'AUD' },
}
const RUN_CODES = ['INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED', 'RUN_LIMIT_REACHED', 'MISSING_FIELD', 'NOT_FOUND']

export const ENDPOINTS: readonly Endpoint[] = [
  {
    call: 'GET /v1/partner/me',
    status: 200,
    answer: {
      id: 'prt',
      company: 'string',
      email: 'string',
      plan: PLAN,
      status: STATUS,
      usage: PARTNER_USAGE,
      createdAt: 'time',
    },
  },
  {
    call: 'POST /v1/partner/plan',
    status: 200,
    answer: PLAN_RESULT,
    ...NEW_PLAN,
    codes: ['INVALID_JSON', 'PLAN_CHANGE_FAILED', 'PRICE_LOOKUP_FAILED', 'PAYMENT_PROCESSOR_ERROR'],
  },
  {
    call: 'GET /v1/partner/products',
    status: 200,
    answer: { products: [{ id: 'string', name: 'string', category: 'string', estimatedDuration: 'count' }] },
  },
  { call: 'GET /v1/partner/customers', status: 200, answer: CUSTOMER_LIST },
  {
    call: 'POST /v1/partner/customers',
    status: 201,
    answer: { ...CUSTOMER, createdAt: 'time' },
    ...NEW_CUSTOMER,
    codes: ['INVALID_JSON', 'MISSING_FIELD'],
  },
  {
    call: 'GET /v1/partner/customers/{id}',
    status: 200,
    path: { id: 'customer' },
    answer: {
      ...CUSTOMER,
      recentRuns: [{ id: 'run', product: 'string', status: RUN_STATUS, 'completedAt?': 'time' }],
      createdAt: 'time',
    },
    codes: ['NOT_FOUND'],
  },
  {
    call: 'PUT /v1/partner/customers/{id}',
    status: 200,
    path: { id: 'customer' },
    answer: { ...CUSTOMER, updatedAt: 'time' },
    optional: { ...NEW_CUSTOMER.required, ...NEW_CUSTOMER.optional },
    more: [{ path: { id: 'bare' }, body: { name: 'Renamed' } }],
    codes: ['NOT_FOUND', 'INVALID_JSON'],
  },
  { call: 'DELETE /v1/partner/customers/{id}', status: 204, path: { id: 'customer' }, codes: ['NOT_FOUND'] },
  {
    call: 'POST /v1/partner/assessments',
    status: 202,
    answer: {
      id: 'run',
      customerId: 'cust',
      product: 'string',
      maturityTarget: 'target',
      status: 'queued',
      createdAt: 'time',
    },
    ...NEW_RUN,
    codes: RUN_CODES,
  },
  {
    call: 'GET /v1/partner/assessments',
    status: 200,
    query: ['month', 'product', 'customerId'],
    answer: RUN_LIST,
    more: [{ query: 'product=essential-eight' }],
  },
  {
    call: 'GET /v1/partner/assessments/{id}',
    status: 200,
    path: { id: 'completed' },
    more: [{ path: { id: 'queued' } }, { path: { id: 'failed' } }],
    answer: {
      id: 'run',
      customerId: 'cust',
      customerName: 'string',
      product: 'string',
      maturityTarget: 'target',
      status: RUN_STATUS,
      'score?': 'score',
      'findings?': 'count',
      'critical?': 'count',
      'high?': 'count',
      'medium?': 'count',
      'low?': 'count',
      reportUrl: 'url',
      createdAt: 'time',
      'completedAt?': 'time',
      // Added by the decisions.
      'startedAt?': 'time',
      'maturityAchieved?': 'number',
      'coverage?': 'number',
      'scoreCeiling?': 'score',
      'failure?': { code: 'string', message: 'string' },
    },
    codes: ['NOT_FOUND'],
  },
  {
    call: 'POST /v1/partner/customers/bulk',
    status: 201,
    answer: {
      created: 'count',
      failed: 'count',
      customers: [{ id: 'cust', name: 'string', status: 'created' }],
      errors: ROW_ERRORS,
    },
    required: { customers: [NEW_CUSTOMER.required, { ...NEW_CUSTOMER.required, ...NEW_CUSTOMER.optional }, {}] },
    codes: ['TOO_MANY', 'MISSING_FIELD'],
  },
  {
    call: 'POST /v1/partner/assessments/bulk',
    status: 202,
    answer: {
      queued: 'count',
      failed: 'count',
      runs: [{ id: 'run', customerId: 'cust', status: 'queued' }],
      errors: ROW_ERRORS,
    },
    required: { product: 'essential-eight', customerIds: ['$customer', 'cust_none'] },
    optional: { maturityTarget: 1 },
    codes: ['TOO_MANY', 'INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED', 'RUN_LIMIT_REACHED', 'MISSING_FIELD'],
  },
  {
    call: 'POST /v1/partner/keys',
    status: 201,
    answer: { slot: 'slot', key: 'pk_live_', createdAt: 'time' },
    codes: ['MAX_KEYS'],
  },
  { call: 'DELETE /v1/partner/keys/{slot}', status: 204, path: { slot: 'slot' }, codes: ['LAST_KEY', 'NOT_FOUND'] },
  {
    call: 'GET /v1/distributor/me',
    status: 200,
    answer: {
      id: 'dist',
      company: 'string',
      email: 'string',
      status: STATUS,
      partnersCount: 'count',
      usage: { month: 'month', totalRuns: 'count', totalCustomers: 'count' },
      createdAt: 'time',
    },
  },
  {
    call: 'GET /v1/distributor/partners',
    status: 200,
    query: ['status'],
    answer: {
      partners: [
        {
          id: 'prt',
          company: 'string',
          email: 'string',
          plan: PLAN,
          status: STATUS,
          customersCount: 'count',
          createdAt: 'time',
        },
      ],
    },
    more: [{ query: 'status=active' }],
  },
  {
    call: 'POST /v1/distributor/partners',
    status: 201,
    answer: {
      id: 'prt',
      company: 'string',
      email: 'string',
      plan: PLAN,
      status: 'pending',
      billing: SETTLEMENT,
      createdAt: 'time',
    },
    required: NEW_PARTNER,
    more: [{ body: { ...NEW_PARTNER, billing: { currency: 'NZD', interval: 'annual' } } }],
    codes: ['INVALID_JSON', 'MISSING_FIELD'],
  },
  {
    call: 'GET /v1/distributor/partners/{id}',
    status: 200,
    path: { id: 'partner' },
    answer: {
      id: 'prt',
      company: 'string',
      email: 'string',
      name: 'string',
      plan: PLAN,
      status: STATUS,
      billing: SETTLEMENT,
      usage: PARTNER_USAGE,
      createdAt: 'time',
    },
    codes: ['NOT_FOUND'],
  },
  {
    call: 'PUT /v1/distributor/partners/{id}',
    status: 200,
    path: { id: 'partner' },
    answer: { id: 'prt', plan: PLAN, billing: SETTLEMENT, updatedAt: 'time' },
    optional: { plan: 'starter', billing: { currency: 'GBP', interval: 'annual' } },
    more: [{ path: { id: 'partner' }, body: { billing: { interval: 'quarterly' } } }],
    codes: ['NOT_FOUND', 'PLAN_CHANGE_FAILED'],
  },
  {
    call: 'POST /v1/distributor/partners/{id}/activate',
    status: 200,
    path: { id: 'pending' },
    answer: { id: 'prt', status: 'active', activatedAt: 'time' },
    codes: ['NOT_FOUND'],
  },
  {
    call: 'POST /v1/distributor/partners/{id}/suspend',
    status: 200,
    path: { id: 'partner' },
    answer: { id: 'prt', status: 'suspended', suspendedAt: 'time' },
    codes: ['NOT_FOUND'],
  },
  {
    call: 'POST /v1/distributor/partners/{id}/plan',
    status: 200,
    path: { id: 'partner' },
    answer: PLAN_RESULT,
    ...NEW_PLAN,
    codes: ['NOT_FOUND', 'PLAN_CHANGE_FAILED', 'PRICE_LOOKUP_FAILED', 'PAYMENT_PROCESSOR_ERROR'],
  },
  {
    call: 'GET /v1/distributor/partners/{id}/customers',
    status: 200,
    path: { id: 'partner' },
    answer: CUSTOMER_LIST,
    codes: ['NOT_FOUND'],
  },
  {
    call: 'POST /v1/distributor/partners/{id}/customers',
    status: 201,
    path: { id: 'partner' },
    answer: { ...CUSTOMER, partnerId: 'prt', createdAt: 'time' },
    ...NEW_CUSTOMER,
    codes: ['NOT_FOUND', 'MISSING_FIELD'],
  },
  {
    call: 'POST /v1/distributor/partners/{id}/assessments',
    status: 202,
    path: { id: 'partner' },
    answer: { id: 'run', customerId: 'cust', partnerId: 'prt', product: 'string', status: 'queued', createdAt: 'time' },
    ...NEW_RUN,
    codes: [...RUN_CODES, 'PARTNER_INACTIVE'],
  },
  {
    call: 'GET /v1/distributor/partners/{id}/assessments',
    status: 200,
    path: { id: 'partner' },
    answer: RUN_LIST,
    codes: ['NOT_FOUND'],
  },
  {
    call: 'GET /v1/distributor/usage',
    status: 200,
    query: ['month'],
    answer: {
      month: 'month',
      totalPartners: 'count',
      activePartners: 'count',
      totalCustomers: 'count',
      totalRuns: 'count',
      byPartner: [{ partnerId: 'prt', company: 'string', runs: 'count', customers: 'count' }],
    },
  },
  {
    call: 'POST /v1/distributor/partners/bulk',
    status: 201,
    answer: {
      created: 'count',
      failed: 'count',
      partners: [{ id: 'prt', company: 'string', status: 'pending' }],
      errors: ROW_ERRORS,
    },
    required: { partners: [NEW_PARTNER, { ...NEW_PARTNER, plan: 'gold' }] },
    codes: ['TOO_MANY', 'MISSING_FIELD'],
  },
]

/** Every endpoint of an API can return these. */
export const EVERYWHERE = {
  partner: ['MISSING_KEY', 'INVALID_KEY', 'RATE_LIMITED', 'PARTNER_INACTIVE'],
  distributor: ['MISSING_KEY', 'INVALID_KEY', 'RATE_LIMITED', 'DISTRIBUTOR_INACTIVE'],
} as const

/** The contract's table of errors, and those from the decisions that a caller can cause. */
export const ERRORS = {
  MISSING_KEY: 401,
  INVALID_KEY: 401,
  RATE_LIMITED: 429,
  PARTNER_INACTIVE: 403,
  DISTRIBUTOR_INACTIVE: 403,
  INVALID_JSON: 400,
  MISSING_FIELD: 400,
  INVALID_PRODUCT: 400,
  PRODUCT_NOT_ALLOWED: 403,
  RUN_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  MAX_KEYS: 409,
  TOO_MANY: 400,
  PLAN_CHANGE_FAILED: 400,
  INVALID_FIELD: 400,
  LAST_KEY: 409,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  IDEMPOTENCY_MISMATCH: 422,
} as const

export type Status = 'pending' | 'active' | 'suspended'

/** States of a partner account: from, trigger, to, and whether there is an event. */
export const PARTNER_STATES: readonly [from: Status, trigger: 'activate' | 'suspend', to: Status, notified: boolean][] =
  [
    ['pending', 'activate', 'active', true],
    ['suspended', 'activate', 'active', true],
    ['active', 'activate', 'active', false],
    ['active', 'suspend', 'suspended', true],
    ['pending', 'suspend', 'suspended', true],
    ['suspended', 'suspend', 'suspended', false],
  ]

/** Kinds of events and their audience. */
export const EVENT_KINDS: Readonly<Record<string, 'both' | 'distributor only'>> = {
  'assessment.started': 'both',
  'assessment.completed': 'both',
  'assessment.failed': 'both',
  'customer.created': 'both',
  'customer.updated': 'both',
  'customer.deleted': 'both',
  'partner.activated': 'distributor only',
  'partner.suspended': 'distributor only',
  'key.created': 'both',
  'key.revoked': 'both',
}

/** Runs a month by plan; -1 means unlimited. */
export const RUN_LIMITS = { starter: 50, professional: 250, enterprise: -1 } as const

/** Maximum number of items in a bulk call. */
export const BULK_LIMITS = [
  ['POST /v1/partner/customers/bulk', 'customers', 100, 201],
  ['POST /v1/partner/assessments/bulk', 'customerIds', 50, 202],
  ['POST /v1/distributor/partners/bulk', 'partners', 50, 201],
] as const

export const REQUESTS_A_MINUTE = { partner: 60, distributor: 120 } as const
