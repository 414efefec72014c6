/** The client of OpenID Connect, loaded at the first sign-in through a provider: most services never see one. */
export const loadProvider = () => import('./provider.ts')
