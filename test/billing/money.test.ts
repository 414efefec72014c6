import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { divideRounded, formatMoney, prorate, toNumber } from '../../src/shared/money/amounts.ts'
import { BILLINGS, CURRENCIES, priceOf } from '../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../src/shared/plans.ts'

test('known prorations are exact to the minor unit', () => {
  const february = 28n * 86_400n
  assert.equal(-prorate(1000n, 881_112n, february), -364n)
  assert.equal(-prorate(10n, 1n, 2n), -5n)
  assert.equal(prorate(20n, 1n, 2n), 10n)
  // 100 to 200 on 15 May, at midnight: 17 of 31 days are left, and the next bill is about 250.
  const [left, may] = [17n * 86_400n, 31n * 86_400n]
  assert.equal(20_000n - prorate(10_000n, left, may) + prorate(20_000n, left, may), 25_484n)
})

test('halves are rounded away from zero, on both sides', () => {
  assert.deepEqual([divideRounded(5n, 2n), divideRounded(-5n, 2n)], [3n, -3n])
  assert.deepEqual([divideRounded(1n, 3n), divideRounded(-1n, 3n)], [0n, 0n])
  assert.deepEqual([divideRounded(2n, 3n), divideRounded(-2n, 3n)], [1n, -1n])
  assert.throws(() => divideRounded(1n, 0n), RangeError)
})

test('a rounded quotient is at most half a unit off, and rounding is symmetric around zero', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.bigInt(1n, 10n ** 9n), (dividend, divisor) => {
      const quotient = divideRounded(dividend, divisor)
      const off = dividend - quotient * divisor
      assert.ok(2n * (off < 0n ? -off : off) <= divisor)
      assert.equal(divideRounded(-dividend, divisor), -quotient)
    }),
  )
})

test('a proration grows with the time left, from zero to the whole amount', () => {
  const total = 2_678_400n
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, total), fc.bigInt(0n, total), (amount, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      assert.ok(prorate(amount, less, total) <= prorate(amount, more, total))
      assert.equal(prorate(amount, 0n, total), 0n)
      assert.equal(prorate(amount, total, total), amount)
    }),
  )
})

test('money is formatted with two decimals for people and without loss for programs', () => {
  assert.equal(formatMoney(9_900n, 'usd'), 'USD 99.00')
  assert.equal(formatMoney(-1_205n, 'eur'), 'EUR -12.05')
  assert.equal(formatMoney(124_460n, 'aud'), 'AUD 1,244.60')
  assert.equal(formatMoney(-900_719_925_474_099_312n, 'usd'), 'USD -9,007,199,254,740,993.12')
  assert.equal(toNumber(-364n), -364)
  assert.throws(() => toNumber(2n ** 60n), RangeError)
})

test('every plan has a price in every currency, a larger plan costs more, and a year less than twelve months', () => {
  for (const currency of CURRENCIES) {
    for (const billing of BILLINGS) {
      const prices = PLAN_NAMES.map((plan) => priceOf(plan, billing, currency))
      assert.ok(prices.every((price, index) => price > (prices[index - 1] ?? 0n)))
    }
    for (const plan of PLAN_NAMES) {
      const [month, year] = [priceOf(plan, 'monthly', currency), priceOf(plan, 'rolling', currency)]
      assert.ok(year > month && year < 12n * month)
    }
  }
})
