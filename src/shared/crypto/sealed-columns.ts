/** What a seal is bound to: the values that identify its row. Dates count as ISO 8601 in UTC, bytes as hexadecimal. */
export type RowIdentity = readonly (string | number | Date)[]

/** How version 0.1 sealed a column: under another derived key, with or without a context. */
export interface OldSeal {
  purpose: string
  context: string
}

/** A column whose values are sealed. Each column has a derived key of its own. */
export interface SealedColumn {
  table: string
  column: string
  /** Primary key of the table. */
  key: readonly string[]
  /**
   * The columns that a seal is bound to, in the order of `RowIdentity`. Undefined if a seal is also bound to values
   * outside of its row.
   */
  row?: readonly string[]
  /** Absent in columns that are newer than 0.1. */
  old?: (row: RowIdentity) => OldSeal
  /** Version 0.1 wrote this byte before the seal. */
  oldFirstByte?: number
  /** Before 0.1, values were stored compressed and not sealed: they begin with one of these bytes. */
  unsealedFirstBytes?: readonly number[]
}

/** Rows of runs from before values were sealed begin with the first byte of gzip (1f) or Zstandard (28). */
const RUN_PART = { oldFirstByte: 0x01, unsealedFirstBytes: [0x1f, 0x28] } as const

/**
 * Every sealed column of the database. A test compares this list with the schema, so that a new `bytea` column is
 * either listed here or known not to need a seal; rotation and `doctor` use the list.
 */
export const SEALED_COLUMNS = {
  webhookSecret: {
    table: 'webhook_secrets',
    column: 'sealed',
    key: ['endpoint_id', 'state'],
    row: ['endpoint_id', 'state'],
    old: () => ({ purpose: 'webhook secret', context: '' }),
  },
  answer: {
    table: 'answers',
    column: 'content',
    key: ['id'],
    // The id is not known before the insert, so the seal is bound to the time instead. An old answer cannot replace a
    // newer one.
    row: ['customer_id', 'product', 'question', 'answered_at'],
    old: ([customerId]) => ({ purpose: `questionnaire answers of ${customerId}`, context: '' }),
  },
  attachmentName: {
    table: 'attachments',
    column: 'name',
    key: ['id'],
    // Includes what a file is attached to, so that it cannot serve as evidence for another answer or customer.
    row: ['id', 'customer_id', 'product', 'question'],
  },
  attachmentChunk: {
    table: 'attachment_chunks',
    column: 'content',
    key: ['attachment_id', 'number'],
    row: ['attachment_id', 'number'],
  },
  suggestions: {
    table: 'questionnaire_suggestions',
    column: 'content',
    key: ['customer_id', 'product'],
    row: ['customer_id', 'product'],
    old: (row) => ({ purpose: 'questionnaire suggestions', context: row.join(' ') }),
  },
  idempotencyOutcome: {
    table: 'idempotency_keys',
    column: 'outcome',
    key: ['account_id', 'route', 'key'],
    row: ['account_id', 'route', 'key'],
    old: () => ({ purpose: 'idempotency', context: '' }),
  },
  runResult: {
    table: 'run_results',
    column: 'result',
    key: ['run_id'],
    row: ['run_id'],
    old: ([runId]) => ({ purpose: 'run result', context: String(runId) }),
    ...RUN_PART,
  },
  runSnapshot: {
    table: 'run_results',
    column: 'snapshot',
    key: ['run_id'],
    row: ['run_id'],
    old: ([runId]) => ({ purpose: 'run snapshot', context: String(runId) }),
    ...RUN_PART,
  },
  // Bound to run, tenant and number. The tenant is in another table, and the rows are deleted when the run ends.
  runCheckpoint: {
    table: 'run_checkpoints',
    column: 'content',
    key: ['run_id', 'number'],
    old: (row) => ({ purpose: 'run checkpoint', context: row.join(' ') }),
    oldFirstByte: 0x01,
  },
  authenticatorSecret: {
    table: 'credentials',
    column: 'secret',
    key: ['id'],
    row: ['id', 'person_id'],
  },
  signInSecrets: {
    table: 'consent_sign_ins',
    column: 'secrets',
    key: ['state_hash'],
    row: ['state_hash'],
  },
  microsoftSecrets: {
    table: 'microsoft_sign_ins',
    column: 'secrets',
    key: ['state_hash'],
    row: ['state_hash'],
  },
  providerSecret: {
    table: 'sign_on_providers',
    column: 'client_secret',
    key: ['account_id'],
    row: ['account_id'],
  },
} as const satisfies Record<string, SealedColumn>
