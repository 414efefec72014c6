import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dumpSchema } from '../../src/platform/database/schema/dump.ts'
import { administer, createTestDatabase, openTestDatabase } from '../harness/database.ts'

const database = await createTestDatabase()
const { db, pool } = openTestDatabase(database.url, { poolSize: 1 })
after(async () => {
  await pool.end()
  await database[Symbol.asyncDispose]()
})

test('a replaced function and a new trigger are visible in the schema dump', async () => {
  const before = await dumpSchema(db)
  assert.match(before, /FUNCTION public\.claim_deliveries\(/)
  assert.match(before, /CREATE TRIGGER queue_deliveries AFTER INSERT ON public\.events/)
  assert.doesNotMatch(before, /graphile_worker\.\w+ *\([^)]*\)\s+RETURNS/)
  await administer(
    database.url,
    `create or replace function audit_without_content(content jsonb) returns jsonb language sql immutable as $$
      select content
    $$;
    create trigger clear_digests_again after delete on mails for each statement execute function clear_digests()`,
  )
  const changed = await dumpSchema(db)
  assert.notEqual(changed, before)
  assert.match(changed, /CREATE TRIGGER clear_digests_again AFTER DELETE ON public\.mails/)
  assert.match(changed, /audit_without_content\(content jsonb\)[^$]+\$function\$\s+select content\s+\$function\$;/)
})
