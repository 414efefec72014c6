import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../harness/database.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const MIGRATION = '0023_quotas_and_retention.sql'

/** An account with customers, events, audit rows and mails, as an earlier version stored them. */
const DATA = `
  insert into distributors (id, company, email, status, created_at) values ('dist_1', 'D', 'd@d.example', 'active', now());
  insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
    values ('prt_1', 'dist_1', 'A', 'a@a.example', 'A', 'active', 'starter', now(), now());
  insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_' || n, 'prt_1', 'N', 't', '{}', '{}', now(), now() from generate_series(1, 3) as n;
  insert into deleted_customers (partner_id, created_at, deleted_at) values
    ('prt_1', '2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z'), ('prt_1', '2026-01-02T00:00:00Z', '2026-02-03T00:00:00Z'),
    ('prt_1', '2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z');
  insert into events (id, partner_id, type, body, occurred_at) values
    ('evt_1', 'prt_1', 'customer.created', '{"data":{"customerId":"cust_9","name":"a\\\\u0000b"}}', now()),
    ('evt_2', 'prt_1', 'key.created', '{"data":{"partnerId":"prt_1"}}', now());
  insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject, before, after) values
    (now(), 'partner', 'prt_1', 'prt_1', 'customer.updated', 'cust_9', '{"name":"Secret"}', '{"name":"Other","changedFields":["name"]}'),
    (now(), 'partner', 'prt_1', 'prt_1', 'exception.removed', 'exc_1', '{"customerId":"cust_9","reason":"Secret"}', null),
    (now(), 'recipient', 'ada@secret.example', 'prt_1', 'questionnaire.opened', 'qst_1', null, '{"customerId":"cust_9"}'),
    (now(), 'partner', 'prt_1', 'prt_1', 'key.created', 'prt_1', null, '{"slot":1}');
  insert into mails (id, partner_id, change_id, kind, recipient, subject, status, created_at, sent_at, text, html) values
    ('mail_1', 'prt_1', 1, 'key-created', 'a@a.example', 'S', 'queued', now(), null, 'T', 'H'),
    ('mail_2', 'prt_1', 2, 'key-created', 'a@a.example', 'S', 'sent', now(), now(), null, null);`

test('rows of an earlier version are counted, assigned to their customer, and can be erased', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const read = async (statement: string) => (await client.query({ text: statement, rowMode: 'array' })).rows
  try {
    // The time zone of the server must not shift a month.
    await client.query("drop schema public cascade; create schema public; set time zone 'Pacific/Auckland'")
    const files = (await readdir(FOLDER)).filter((name) => /^\d{4}_/.test(name)).toSorted()
    for (const name of files.filter((file) => file < MIGRATION))
      await client.query(await readFile(new URL(name, FOLDER), 'utf8'))
    await client.query(DATA)
    await client.query(await readFile(new URL(MIGRATION, FOLDER), 'utf8'))
    assert.deepEqual(await read('select * from customer_counts'), [['prt_1', 3]])
    assert.deepEqual(await read('select partners_count from distributors'), [[1]])
    assert.deepEqual(await read('select * from deleted_customers'), [['prt_1', '2026-01', '2026-02', 2]])
    assert.deepEqual(await read('select id, customer_id from events order by id'), [
      ['evt_1', 'cust_9'],
      ['evt_2', null],
    ])
    assert.deepEqual(await read('select customer_id from audit order by id'), [
      ['cust_9'],
      ['cust_9'],
      ['cust_9'],
      [null],
    ])
    assert.deepEqual(await read('select id, status, counted_for, due_at from mails order by id'), [
      ['mail_1', 'queued', ['prt_1'], null],
      ['mail_2', 'sent', ['prt_1'], null],
    ])
    assert.deepEqual(await read("select erase_audit('cust_9'), erase_audit('cust_9')"), [[3, 0]])
    const left = await read('select author_id, before, after from audit order by id')
    assert.deepEqual(left.slice(0, 3), [
      ['prt_1', { erased: true }, { erased: true, changedFields: ['name'] }],
      ['prt_1', { erased: true, customerId: 'cust_9' }, null],
      ['erased', null, { erased: true, customerId: 'cust_9' }],
    ])
    assert.deepEqual(left[3], ['prt_1', null, { slot: 1 }])
  } finally {
    await client.end()
  }
})
