import type { Factors } from '../../factors/rules.ts'
import type { Member } from '../../rules.ts'
import type { FirstFactorMethod } from '../rules.ts'

/** A sign-in whose first factor is proven. */
export interface SignInStep {
  hash: Buffer
  method: FirstFactorMethod
  /** The accounts to choose from. */
  candidates: Member[]
  /** The chosen one, with its second factors. */
  chosen?: Member & { factors: Factors }
  next: string
}
