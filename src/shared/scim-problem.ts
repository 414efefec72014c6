import { Problem } from './problem.ts'

/** Why a request is refused, in the words of RFC 7644, 3.12. */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget'

/** A refusal of a SCIM request, with status 400. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    super('INVALID_FIELD', { message })
    this.scimType = scimType
  }
}
