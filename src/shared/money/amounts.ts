/**
 * Amounts of money are whole minor units (cents, pence) as BigInt. Fractions are never stored, so all rounding happens
 * here.
 */

/** The quotient as a whole number, halves away from zero. The divisor must be positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError('the divisor of an amount must be positive')
  const size = dividend < 0n ? -dividend : dividend
  const rounded = (2n * size + divisor) / (2n * divisor)
  return dividend < 0n ? -rounded : rounded
}

/** The part of an amount for `totalS` seconds that covers `remainingS` of them. */
export const prorate = (amountMinor: bigint, remainingS: bigint, totalS: bigint): bigint =>
  divideRounded(amountMinor * remainingS, totalS)

/** A share in basis points (hundredths of a percent) of an amount. */
export const shareOf = (amountMinor: bigint, basisPoints: number): bigint =>
  divideRounded(amountMinor * BigInt(basisPoints), 10_000n)

/** Formats an amount for people, `USD -1,012.50` as in the portal, for currencies with 100 minor units. */
export function formatMoney(amountMinor: bigint, currency: string): string {
  const size = amountMinor < 0n ? -amountMinor : amountMinor
  const cents = String(size % 100n).padStart(2, '0')
  return `${currency.toUpperCase()} ${amountMinor < 0n ? '-' : ''}${WHOLE.format(size / 100n)}.${cents}`
}

/** Texts outside the portal are English. */
const WHOLE = new Intl.NumberFormat('en-AU')

/** As a number, for the database and for JSON; throws if it would lose precision. */
export function toNumber(amountMinor: bigint): number {
  const number = Number(amountMinor)
  if (!Number.isSafeInteger(number)) throw new RangeError('the amount is too large to be written')
  return number
}
