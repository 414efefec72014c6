import type { CreatedToken, TokenList } from '../../src/features/people/provisioning/tokens/schema.ts'
import type {
  NewProvider,
  ProviderPage,
  SignOn,
  SignOnDomain,
  SignOnRules,
} from '../../src/features/people/sign-on/schema.ts'
import type { Json } from '../json.ts'

/** The part of `Reads` about signing in through the account's own provider. */
export interface SignOnReads {
  '/sign-on': Json<SignOn>
  '/sign-on/tokens': Json<TokenList>
}

/** The part of `Changes` about it. */
export interface SignOnChanges {
  'POST /me/factors/company': { body: undefined; answer: ProviderPage }
  'DELETE /me/factors/company': { body: undefined; answer: undefined }
  'PUT /sign-on/provider': { body: NewProvider; answer: Json<SignOn> }
  'DELETE /sign-on/provider': { body: undefined; answer: undefined }
  'POST /sign-on/tokens': { body: { name: string }; answer: CreatedToken }
  'DELETE /sign-on/tokens/:id': { body: undefined; answer: undefined }
  'PUT /sign-on/rules': { body: SignOnRules; answer: undefined }
  'DELETE /sign-on/people/:id': { body: undefined; answer: undefined }
  'POST /sign-on/domains': { body: { domain: string }; answer: Json<SignOnDomain> }
  'POST /sign-on/domains/:domain/check': { body: undefined; answer: Json<SignOnDomain> }
  'DELETE /sign-on/domains/:domain': { body: undefined; answer: undefined }
}
