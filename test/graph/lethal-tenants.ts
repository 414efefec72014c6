/** Tenants that end the reader of `dying-reader.ts`. */
export const LETHAL = '3c2a7f7e-1f0e-4f55-9a42-00000000dead'
export const EXITING = '3c2a7f7e-1f0e-4f55-9a42-00000000e817'
export const ENDLESS = '3c2a7f7e-1f0e-4f55-9a42-00000000100b'
