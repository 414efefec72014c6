export const restriction = (restrictionType: string, maxLifetime: string | null = null, more: object = {}): object => ({
  restrictionType,
  state: 'enabled',
  maxLifetime,
  ...more,
})
export const SECRETS = ['password', 'symmetricKey']
export const blocked = SECRETS.map((kind) => restriction(`${kind}Addition`))
export const lasting = (days: number): object[] => SECRETS.map((kind) => restriction(`${kind}Lifetime`, `P${days}D`))

/** The default policy with these restrictions for applications and, where not told otherwise, for service principals. */
export const management = (
  [passwords, certificates]: readonly [object[], object[]],
  [ofPrincipals, certificatesOfPrincipals]: readonly [object[], object[]] = [passwords, certificates],
  isEnabled = true,
): object => ({
  isEnabled,
  applicationRestrictions: { passwordCredentials: passwords, keyCredentials: certificates },
  servicePrincipalRestrictions: { passwordCredentials: ofPrincipals, keyCredentials: certificatesOfPrincipals },
})
