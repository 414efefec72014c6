import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { encodeQrCode } from '../../src/shared/html/qr-code.ts'

const SETUP = 'otpauth://totp/Plumbline:robin%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Plumbline'

/** Another reader of QR codes has read these symbols, among some of every version. */
const READ: readonly [text: string, version: number, sha256: string][] = [
  ['a', 1, 'e8ab680854e4019c4ac89bd0e19dfe1f7e967f3cafd048091b3e3ec474b6f431'],
  [SETUP, 6, 'a3b9aaeb114a19fb81e7aa7c5f2a92d7e2243e42253946d11166be069bb747d1'],
  ['x'.repeat(666), 20, '497df6c35a67d13f72b0afac007734db4ed5c1f0b80267e83a5414d2a6f3aa0c'],
]

test('symbols equal ones that a QR reader has decoded, in the smallest version', () => {
  for (const [text, version, sha256] of READ) {
    const code = encodeQrCode(text)
    assert.equal(code.length, 17 + 4 * version)
    assert.ok(code.every((row) => row.length === code.length))
    const rows = code.map((row) => row.map(Number).join('')).join('\n')
    assert.equal(createHash('sha256').update(rows).digest('hex'), sha256, text)
  }
})

test('a text that is too long is refused', () => {
  assert.throws(() => encodeQrCode('x'.repeat(667)), RangeError)
})
