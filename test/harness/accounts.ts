import assert from 'node:assert/strict'
import { createKey } from '../../src/features/keys/service.ts'
import type { Api } from './api.ts'
import type { Client, Json } from './client.ts'

export const AUTHOR = { kind: 'operator', id: 'test' } as const

/** A valid body for a new partner. */
export const newPartner = (more: Record<string, unknown> = {}): Json => ({
  email: 'admin@initech.example',
  company: 'Initech',
  name: 'Peter',
  plan: 'professional',
  billing: { currency: 'AUD', interval: 'annual' },
  ...more,
})

/** Creates a pending partner; returns its id. */
export async function makePartner(distributor: Client, more: Record<string, unknown> = {}): Promise<string> {
  const created = await distributor.post('/v1/distributor/partners', newPartner(more))
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

/** A client with a new key of the partner, whatever its state. */
export async function clientOf(api: Api, distributor: { id: string }, id: string): Promise<Client> {
  const owner = { partnerId: id, distributorId: distributor.id }
  const { key } = await createKey(api.app, AUTHOR, { kind: 'partner', id, owner })
  return api.client(key)
}

/** An active partner of the distributor, with its own client. */
export async function makeActivePartner(
  api: Api,
  distributor: Client & { id: string },
  more: Record<string, unknown> = {},
): Promise<{ id: string; client: Client }> {
  const id = await makePartner(distributor, more)
  const activated = await distributor.post(`/v1/distributor/partners/${id}/activate`)
  assert.equal(activated.status, 200, activated.text)
  return { id, client: await clientOf(api, distributor, id) }
}
