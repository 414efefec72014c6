import { ROLES } from '../../../../shared/actor.ts'
import { USER_SCHEMA } from './user.ts'

/** What clients can discover about this service (RFC 7643, 5 to 7). `base` is the address below which the calls are. */

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A list of resources, in the form of RFC 7644, 3.4.2. */
export const toList = (resources: readonly object[], page: { totalResults: number; startIndex: number }) => ({
  schemas: [LIST],
  totalResults: page.totalResults,
  startIndex: page.startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const providerConfigOf = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the account, made under Sign-on.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypeOf = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  description: 'People of the account.',
  endpoint: '/Users',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

const attribute = (name: string, description: string, other: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...other,
})

const complex = (name: string, description: string, multiValued: boolean, subAttributes: readonly object[]) =>
  attribute(name, description, { type: 'complex', multiValued, subAttributes })

export const userSchemaOf = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: USER_SCHEMA,
  name: 'User',
  description: 'Somebody who signs in to the portal.',
  attributes: [
    attribute('userName', 'The email address. It stays as it was created.', {
      required: true,
      uniqueness: 'server',
      mutability: 'immutable',
    }),
    attribute('displayName', 'What the person is called.'),
    complex('name', 'The same in parts.', false, [
      attribute('formatted', 'The whole name.'),
      attribute('givenName', 'All words but the last one.'),
      attribute('familyName', 'The last word.'),
    ]),
    attribute('active', 'Whether the person can sign in.', { type: 'boolean' }),
    complex('emails', 'The email address again.', true, [
      attribute('value', 'The address.', { mutability: 'readOnly' }),
      attribute('type', 'work', { mutability: 'readOnly' }),
      attribute('primary', 'true', { type: 'boolean', mutability: 'readOnly' }),
    ]),
    complex('roles', 'One role; nobody becomes an owner here.', true, [
      attribute('value', 'The role.', { canonicalValues: [...ROLES] }),
      attribute('primary', 'true', { type: 'boolean' }),
    ]),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
})
