import type pg from 'pg'
import { hashKey, newKey } from '../src/shared/crypto/keys.ts'
import { newId } from '../src/shared/ids.ts'
import type { Partner } from './harness.ts'

/** Copies of a partner with one customer, each with its own key, so that each key stays within its real limit. */
export async function createCrowd(owner: pg.Pool, { id, customerIds }: Partner, size: number): Promise<Partner[]> {
  const crowd = Array.from({ length: size }, () => ({
    id: newId('prt'),
    key: newKey('partner'),
    customerIds: [newId('cust')],
  }))
  const rows = crowd.map(({ id: partner, key, customerIds: [customer] }) => ({
    partner,
    customer,
    hash: hashKey(key).toString('hex'),
  }))
  await owner.query(COPY, [JSON.stringify(rows), id, customerIds[0]])
  await owner.query('vacuum analyze')
  return crowd
}

const COPY = `
  with crowd as (select * from json_to_recordset($1) as row (partner text, customer text, hash text)),
    own as (insert into partners
      select (jsonb_populate_record(model, jsonb_build_object('id', crowd.partner))).*
      from partners as model, crowd where model.id = $2),
    keys as (insert into api_keys
      select (jsonb_populate_record(model, jsonb_build_object('partner_id', crowd.partner, 'hash', '\\x' || crowd.hash))).*
      from api_keys as model, crowd where model.partner_id = $2)
  insert into customers
    select (jsonb_populate_record(model, jsonb_build_object('partner_id', crowd.partner, 'id', crowd.customer))).*
    from customers as model, crowd where model.id = $3`
