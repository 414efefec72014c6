import { type RawBuilder, sql } from 'kysely'

/** A text that no value contains: PostgreSQL does not take it as a parameter. */
const NUL = '\0'

/** The text to search for; undefined if it is empty. */
export const readSearch = (q: string | undefined): string | undefined => q?.replaceAll(NUL, '\n').trim() || undefined

/** Whether one of the columns contains the text, in any case. Neither has line breaks, so it is found within one value only. */
export const contains = (text: string, ...columns: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(concat_ws(e'\n', ${sql.join(columns)})), lower(${text}::text)) > 0`

/**
 * The ids of the partner's customers whose name or tenant id contains the text, as an array. A partner has at most some thousand,
 * and their runs are then found by an index.
 */
export const customersNamed = (partnerId: string, text: string): RawBuilder<string[]> => sql<string[]>`
  array(select id from customers where partner_id = ${partnerId} and ${contains(text, sql`name`, sql`tenant_id`)})`
