import { logonCheck } from './windows-logon.ts'

/** ISM-0974. */
export const mfaWorkstationLogon = logonCheck(
  'mfa-workstation-logon',
  'Everyone signs in to their Windows device with Windows Hello for Business, a security key or a smart card.',
)
