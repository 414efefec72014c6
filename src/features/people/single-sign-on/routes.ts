import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { SignInFailure } from '../../../graph/sign-in/failure.ts'
import { Problem } from '../../../shared/problem.ts'
import { toPersonActor } from '../rules.ts'
import { MicrosoftAccount, MicrosoftLink } from './schema.ts'
import { deleteMicrosoftLink, listMicrosoftAccounts, startMicrosoftLink } from './service.ts'

const params = Type.Object({ id: Type.String() })
const MicrosoftAccounts = Type.Object({ isOffered: Type.Boolean(), accounts: Type.Array(MicrosoftAccount) })

/** Everybody manages their own accounts. */
const own = { role: 'reader' } as const
const strong = { role: 'reader', strong: true } as const

/** The Microsoft accounts of the signed-in person. */
export function microsoftRoutes(http: Http, app: App): void {
  http.get(
    '/me/factors/microsoft',
    { config: own, schema: { response: { 200: MicrosoftAccounts } } },
    async ({ person }) => ({
      isOffered: await app.offersMicrosoft(),
      accounts: await listMicrosoftAccounts(app.db, person.personId),
    }),
  )

  http.post(
    '/me/factors/microsoft',
    { config: strong, schema: { response: { 200: MicrosoftLink } } },
    async ({ person }) => {
      if (!(await app.offersMicrosoft()))
        throw new Problem('NOT_FOUND', { message: 'This service does not offer sign-in with Microsoft.' })
      try {
        return { url: await startMicrosoftLink(app, person) }
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error
        throw new Problem('SERVICE_UNAVAILABLE', { message: 'Sign-in with Microsoft is currently not available.' })
      }
    },
  )

  http.delete(
    '/me/factors/microsoft/:id',
    { config: strong, schema: { params } },
    async ({ person, params: { id }, ip: address, id: requestId }, reply) => {
      await deleteMicrosoftLink(app, toPersonActor(person, { address, requestId }), id)
      return reply.code(204).send()
    },
  )
}
