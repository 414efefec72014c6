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

/** The second factor, where it has another name than as a first one. */
const FACTORS: Readonly<Record<string, string>> = { ...METHODS, provider: 'its second factor' }

/** What was used, as in "password and recovery code". */
export const methodText = ({ method, factor }: SignIn): string =>
  [METHODS[method] ?? method, ...(factor === undefined ? [] : [FACTORS[factor] ?? factor])].join(' and ')
