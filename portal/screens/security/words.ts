import type { Reads } from '../../endpoints.ts'

type SignIn = Reads['/me/sign-ins']['signIns'][number]

const OUTCOMES: Readonly<Record<SignIn['outcome'], string>> = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'wrong-factor': 'Wrong code',
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'password',
  passkey: 'passkey',
  microsoft: 'Microsoft',
  provider: 'Company sign-in',
  switch: 'switch from another account',
  code: 'authenticator app',
  authenticator: 'authenticator app',
  'recovery-code': 'recovery code',
}

/** What happened, as in "Signed in with a passkey". */
export const outcomeText = ({ outcome }: SignIn): string => OUTCOMES[outcome]

/** What was used. */
export const methodText = ({ method }: SignIn): string => METHODS[method] ?? method
