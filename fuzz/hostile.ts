import type { Random } from './random.ts'

/** Texts that are known to break programs. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eevil\u2066',
  '\ufeff',
  '\r\nSet-Cookie: a=b',
  'n'.repeat(201),
  'n'.repeat(10_000),
  '💥'.repeat(300),
  "' or 1=1; drop table customers; --",
  '\\',
  '%',
  '%00',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$'.concat('{7*7}'),
  '#{7*7}',
  '=cmd|"/c calc"!A1',
  ';=1+1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(400),
  '2026-13-45T99:99:99Z',
  '275761-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'a@b',
  'https://user:pass@127.0.0.1/',
  'javascript:alert(1)',
]

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 'x', valueOf: 1 },
  { constructor: { prototype: {} } },
]

export function hostileText(random: Random): string {
  if (random.chance(0.7)) return random.pick(HOSTILE_TEXTS)
  const codes = Array.from({ length: random.between(1, 40) }, () => random.between(0, 0xffff))
  return String.fromCharCode(...codes)
}

/** Any unexpected JSON value. */
export function hostileValue(random: Random): unknown {
  const choice = random.between(0, 9)
  if (choice < 4) return hostileText(random)
  if (choice < 8) return random.pick(HOSTILE_VALUES)
  if (choice === 8) return nest(random.pick([5, 31, 32, 33, 200]), random.chance(0.5))
  return Array.from({ length: random.pick([1, 51, 101, 501]) }, () => random.pick(HOSTILE_VALUES))
}

function nest(depth: number, asList: boolean): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = asList ? [value] : { a: value }
  return value
}

/** Bytes instead of a JSON body; `valid` is the original body. */
export function breakBody(random: Random, valid: string): { how: string; bytes: string | Buffer } {
  const broken: readonly (readonly [how: string, make: () => string | Buffer])[] = [
    ['empty', () => ''],
    ['blank', () => ' \n'],
    ['cut off', () => valid.slice(0, random.between(0, Math.max(0, valid.length - 1)))],
    ['trailing comma', () => valid.replace(/\}$/, ',}')],
    ['trailing garbage', () => `${valid}]`],
    ['two bodies', () => valid + valid],
    ['byte order mark', () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(valid)])],
    ['bad UTF-8', () => Buffer.concat([Buffer.from(valid.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff, 0x7d])])],
    ['UTF-16', () => Buffer.from(valid, 'utf16le')],
    ['a list', () => `[${valid}]`],
    ['a string', () => '"text"'],
    ['null', () => 'null'],
    ['a number out of range', () => `{"maturityTarget":1e999,${valid.slice(1)}`],
    ['duplicate keys', () => `{"name":"one","name":"two",${valid.slice(1)}`.replace(',}', '}')],
    [
      'prototype keys',
      () => `{"__proto__":{"admin":true},"constructor":{"prototype":1},${valid.slice(1)}`.replace(',}', '}'),
    ],
    ['nested 5,000 deep', () => `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['nested objects', () => `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['many keys', () => JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`k${n}`, n])))],
    ['escaped lone surrogates', () => valid.replaceAll(/:"[^"]*"/g, ':"\\ud800\\u0000"')],
    ['random bytes', () => random.bytes(random.between(1, 500))],
  ]
  const [how, make] = random.pick(broken)
  return { how, bytes: make() }
}

/** Over the limit of every body. */
export const hugeBody = (): string => `{"name":"${'n'.repeat(1_100_000)}"}`
