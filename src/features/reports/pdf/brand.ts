import type { Brand } from '../../brands/rules.ts'

/** A brand as it comes to a thread, where a Buffer arrives as a Uint8Array. */
export const withLogoBuffer = (brand: Brand): Brand =>
  brand.logo ? { ...brand, logo: { ...brand.logo, bytes: Buffer.from(brand.logo.bytes) } } : brand
