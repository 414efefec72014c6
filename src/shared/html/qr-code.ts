/** QR codes as ISO/IEC 18004 defines them: bytes, with error correction of level M, which restores 15 percent of a symbol. */

/** Of level M, by version from 1: bytes for correction in each block, and the number of blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** Rows of modules; true is dark. */
export type QrCode = readonly (readonly boolean[])[]

type Grid = boolean[][]

interface Symbol {
  size: number
  dark: Grid
  /** Modules that are the same whatever the symbol contains. */
  fixed: Grid
}

/**
 * The QR code of a text, in the smallest version that fits, without the light margin of four modules. Throws beyond 666
 * bytes.
 */
export function encodeQrCode(text: string): QrCode {
  const bytes = toBytes(text)
  const version =
    CORRECTION.findIndex((_, index) => dataBytes(index + 1) * 8 >= bytes.length * 8 + headBits(index + 1)) + 1
  if (version === 0) throw new RangeError('the text is too long for a QR code')
  const symbol = drawPatterns(version)
  drawData(symbol, interleave(version, toData(version, bytes)))
  const masked = MASKS.map((_, mask) => applyMask(symbol, mask))
  return masked.reduce((one, other) => (penaltyOf(other) < penaltyOf(one) ? other : one))
}

/** Works in browsers as well. */
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const sizeOf = (version: number): number => 17 + 4 * version
const headBits = (version: number): number => 4 + (version < 10 ? 8 : 16)
const blocksOf = (version: number): number => BLOCKS[version - 1] ?? 0
const correctionOf = (version: number): number => CORRECTION[version - 1] ?? 0

/** Bytes of a symbol, of data and correction together. */
function allBytes(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const ofAlignment = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55
  return Math.floor(((16 * version + 128) * version + 64 - ofAlignment - (version >= 7 ? 36 : 0)) / 8)
}

const dataBytes = (version: number): number => allBytes(version) - correctionOf(version) * blocksOf(version)

/** Mode, length and bytes, padded. */
function toData(version: number, bytes: Uint8Array): number[] {
  const bits = (value: number, length: number): string => value.toString(2).padStart(length, '0')
  const text = `0100${bits(bytes.length, headBits(version) - 4)}${[...bytes].map((byte) => bits(byte, 8)).join('')}`
  const capacity = dataBytes(version)
  const ended = text + '0'.repeat(Math.min(4, capacity * 8 - text.length))
  const data = (ended.match(/.{1,8}/g) ?? []).map((part) => Number.parseInt(part.padEnd(8, '0'), 2))
  for (let filler = 0xec; data.length < capacity; filler ^= 0xec ^ 0x11) data.push(filler)
  return data
}

/** The data in blocks, each with its correction bytes, interleaved. */
function interleave(version: number, data: readonly number[]): number[] {
  const [count, correction] = [blocksOf(version), correctionOf(version)]
  const shortLength = Math.floor(data.length / count)
  const shortCount = count - (data.length % count)
  const divisor = divisorOf(correction)
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - shortCount)
    return data.slice(start, start + shortLength + (index < shortCount ? 0 : 1))
  })
  const inTurn = (parts: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...parts.map((part) => part.length)) }).flatMap((_, at) =>
      parts.flatMap((part) => part[at] ?? []),
    )
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => remainderOf(block, divisor)))]
}

/** A product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}

/** The polynomial whose roots are the first powers of 2, without its leading 1 (Reed-Solomon). */
function divisorOf(degree: number): number[] {
  const divisor = [...Array.from({ length: degree - 1 }, () => 0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) divisor[at] = multiply(divisor[at] ?? 0, root) ^ (divisor[at + 1] ?? 0)
    root = multiply(root, 2)
  }
  return divisor
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [at, coefficient] of divisor.entries()) rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor)
  }
  return rest
}

function drawPatterns(version: number): Symbol {
  const size = sizeOf(version)
  const grid = (): Grid => Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const symbol: Symbol = { size, dark: grid(), fixed: grid() }
  for (let at = 0; at < size; at++) {
    draw(symbol, 6, at, at % 2 === 0)
    draw(symbol, at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquares(symbol, [x, y], 4, [2, 4])
  const places = alignmentPlaces(version)
  const last = places.length - 1
  for (const [i, x] of places.entries())
    for (const [j, y] of places.entries()) {
      const isInCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isInCorner) drawSquares(symbol, [x, y], 2, [1])
    }
  drawFormat(symbol, 0)
  drawVersion(symbol, version)
  return symbol
}

/** Draws a module; ignores places outside of the symbol. */
function draw({ size, dark, fixed }: Symbol, x: number, y: number, isDark: boolean): void {
  const [row, fixedRow] = [dark[y], fixed[y]]
  if (!row || !fixedRow || x < 0 || x >= size) return
  row[x] = isDark
  fixedRow[x] = true
}

/** Squares around a centre, dark except at these distances. */
function drawSquares(
  symbol: Symbol,
  [x, y]: readonly [number, number],
  radius: number,
  light: readonly number[],
): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      draw(symbol, x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

function alignmentPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 4 + count * 2 + 1) / (count * 2 - 2)) * 2
  const others = Array.from({ length: count - 1 }, (_, index) => sizeOf(version) - 7 - index * step)
  return [6, ...others.reverse()]
}

/** The level and the mask, twice. */
function drawFormat(symbol: Symbol, mask: number): void {
  const { size } = symbol
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const isDark = (at: number): boolean => ((bits >>> at) & 1) === 1
  for (let at = 0; at < 15; at++) {
    const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8]
    draw(symbol, x, y, isDark(at))
    draw(symbol, at < 8 ? size - 1 - at : 8, at < 8 ? 8 : size - 15 + at, isDark(at))
  }
  draw(symbol, 8, size - 8, true)
}

function drawVersion(symbol: Symbol, version: number): void {
  if (version < 7) return
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const [far, near] = [symbol.size - 11 + (at % 3), Math.floor(at / 3)]
    draw(symbol, far, near, ((bits >>> at) & 1) === 1)
    draw(symbol, near, far, ((bits >>> at) & 1) === 1)
  }
}

/** Two columns at a time, from the right, up and down in turn, around the fixed modules. */
function drawData({ size, dark, fixed }: Symbol, bytes: readonly number[]): void {
  const columns = Array.from(
    { length: (size - 1) / 2 },
    (_, pair) => size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0),
  )
  let at = 0
  for (const [pair, right] of columns.entries())
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = pair % 2 === 0 ? size - 1 - step : step
        const row = dark[y]
        if (!row || fixed[y]?.[x]) continue
        row[x] = (((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
        at += 1
      }
}

/** Which modules each mask inverts. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function applyMask({ size, dark, fixed }: Symbol, mask: number): Grid {
  const inverts = MASKS[mask]
  const masked = dark.map((row, y) => row.map((isDark, x) => isDark !== (!fixed[y]?.[x] && inverts?.(x, y) === true)))
  drawFormat({ size, dark: masked, fixed: fixed.map((row) => [...row]) }, mask)
  return masked
}

/**
 * The penalty of a symbol, which is higher the harder it is to read: for runs, blocks, patterns like those in the
 * corners, and unequal amounts of the two colours.
 */
function penaltyOf(grid: Grid): number {
  const rows = grid.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
  const columns = grid.map((_, x) => rows.map((row) => row[x]).join(''))
  let penalty = 0
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    for (let at = 0; at + 11 <= line.length; at++)
      if (['10111010000', '00001011101'].includes(line.slice(at, at + 11))) penalty += 40
  }
  for (const [y, row] of rows.entries())
    for (let x = 0; x + 1 < row.length; x++) {
      const block = `${row.slice(x, x + 2)}${rows[y + 1]?.slice(x, x + 2) ?? ''}`
      if (block === '0000' || block === '1111') penalty += 3
    }
  const share = (rows.join('').replaceAll('0', '').length * 100) / grid.length ** 2
  return penalty + Math.floor(Math.abs(share - 50) / 5) * 10
}

/** Light modules around the symbol, which readers need. */
const MARGIN = 4

/** A QR code as an SVG path over its dark modules, in a square of `size` modules with the margin that readers need. */
export function drawQrCode(text: string): { size: number; path: string } {
  const rows = encodeQrCode(text)
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('')
  return { size: rows.length + 2 * MARGIN, path }
}
