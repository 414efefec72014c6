import type { Row } from '../primitives/row.ts'

const PHISHING_RESISTANT = ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor']
const PASSWORDLESS = [...PHISHING_RESISTANT, 'deviceBasedPush']
const MULTIFACTOR = [
  ...PASSWORDLESS,
  'temporaryAccessPassOneTime',
  'temporaryAccessPassMultiUse',
  'password,microsoftAuthenticatorPush',
  'password,softwareOath',
  'password,hardwareOath',
  'password,x509CertificateSingleFactor',
  'password,x509CertificateMultiFactor',
  'password,sms',
  'password,voice',
  'federatedMultiFactor',
  'microsoftAuthenticatorPush,federatedSingleFactor',
  'softwareOath,federatedSingleFactor',
  'hardwareOath,federatedSingleFactor',
  'sms,federatedSingleFactor',
  'voice,federatedSingleFactor',
]

/** The three built-in strengths, with their fixed ids. */
export const BUILT_IN_STRENGTHS: readonly Row[] = [
  strength('2', 'Multifactor authentication', 'Methods that together satisfy strong authentication', MULTIFACTOR),
  strength('3', 'Passwordless MFA', 'Methods that satisfy strong authentication without a password', PASSWORDLESS),
  strength('4', 'Phishing-resistant MFA', 'Methods that cannot be relayed by a phishing site', PHISHING_RESISTANT),
]

export const PHISHING_RESISTANT_STRENGTH = strengthId('4')

function strengthId(number: string): string {
  return `00000000-0000-0000-0000-00000000000${number}`
}

function strength(number: string, displayName: string, description: string, allowedCombinations: string[]): Row {
  return {
    id: strengthId(number),
    createdDateTime: '2021-12-01T00:00:00Z',
    modifiedDateTime: '2021-12-01T00:00:00Z',
    displayName,
    description,
    policyType: 'builtIn',
    requirementsSatisfied: 'mfa',
    allowedCombinations,
    combinationConfigurations: [],
  }
}
