import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { type LocalCertificate, localCertificate } from '../../src/platform/certificates.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'

const run = promisify(execFile)
const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline tls '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const isAddress = (value: unknown): value is AddressInfo =>
  typeof value === 'object' && value !== null && 'port' in value

async function serve(t: TestContext, { cert, key }: LocalCertificate): Promise<number> {
  const server = createServer({ cert, key }, (_request, response) => response.end('hello'))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(isAddress(address))
  return address.port
}

async function handshake(port: number, servername: string, ca: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername, ca, minVersion: 'TLSv1.2' })
  await once(socket, 'secureConnect')
  const protocol = socket.getProtocol() ?? ''
  socket.destroy()
  return protocol
}

const serialOf = (pem: string): string => new X509Certificate(pem).serialNumber

test('curl accepts the certificate by name and by address if it trusts the authority', {
  skip: noCurl,
}, async (t) => {
  const made = await localCertificate(await newFolder(t), [])
  const port = await serve(t, made)
  for (const host of ['localhost', '127.0.0.1']) {
    const { stdout } = await run('curl', ['-sS', '--ipv4', '--cacert', made.caFile, `https://${host}:${port}/`])
    assert.equal(stdout, 'hello')
  }
  await assert.rejects(run('curl', ['-sS', `https://localhost:${port}/`]), /certificate/)
})

test('Node accepts the certificate for the requested hosts only', async (t) => {
  const made = await localCertificate(await newFolder(t), [
    'Api.Example.test',
    '10.1.2.3',
    '[fe80:0::1]',
    '*.apps.test',
  ])
  const port = await serve(t, made)
  for (const host of ['localhost', 'api.example.test', 'one.apps.test']) {
    assert.equal(await handshake(port, host, made.ca), 'TLSv1.3')
  }
  await assert.rejects(handshake(port, 'other.example.test', made.ca), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  const cert = new X509Certificate(made.cert)
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', 'fe80::1']) assert.ok(cert.checkIP(address), address)
})

test('the authority can sign but is valid for no host, and the server certificate cannot sign', async (t) => {
  const made = await localCertificate(await newFolder(t), [])
  const [ca, cert] = [new X509Certificate(made.ca), new X509Certificate(made.cert)]
  assert.deepEqual([ca.ca, cert.ca], [true, false])
  assert.ok(cert.checkIssued(ca) && cert.verify(ca.publicKey))
  assert.equal(ca.subjectAltName, undefined)
  assert.deepEqual(
    [ca.publicKey.asymmetricKeyDetails?.namedCurve, cert.publicKey.asymmetricKeyDetails?.namedCurve],
    ['prime256v1', 'prime256v1'],
  )
  assert.deepEqual(cert.keyUsage, ['1.3.6.1.5.5.7.3.1'], 'server authentication only')
})

test('keys are readable by their owner only', async (t) => {
  const folder = await newFolder(t)
  await localCertificate(folder, [])
  for (const file of ['authority.pem', 'server.pem']) {
    assert.equal((await stat(join(folder, 'tls', file))).mode & 0o777, 0o600, file)
  }
  assert.doesNotMatch(await readFile(join(folder, 'tls', 'ca.crt'), 'utf8'), /PRIVATE/)
})

test('the same hosts get the same certificate again, within 100 ms', async (t) => {
  const folder = await newFolder(t)
  const first = await localCertificate(folder, ['a.test', '10.0.0.1'])
  const began = performance.now()
  assert.deepEqual(await localCertificate(folder, ['10.0.0.1', 'a.test', 'localhost']), first)
  assert.ok(performance.now() - began < 100)
})

test('other hosts get a different certificate from the same authority', async (t) => {
  const folder = await newFolder(t)
  const first = await localCertificate(folder, ['a.test'])
  const more = await localCertificate(folder, ['a.test', 'b.test'])
  const fewer = await localCertificate(folder, [])
  assert.deepEqual([more.ca, fewer.ca], [first.ca, first.ca])
  assert.equal(new Set([first, more, fewer].map((made) => serialOf(made.cert))).size, 3)
  assert.equal(new X509Certificate(fewer.cert).checkHost('a.test'), undefined)
})

test('a certificate is renewed within 30 days of its end and not before, by the same authority', async (t) => {
  const folder = await newFolder(t)
  const start = new Date('2030-01-01T00:00:00Z')
  const first = await localCertificate(folder, [], start)
  const end = new X509Certificate(first.cert).validToDate.getTime()
  const early = await localCertificate(folder, [], new Date(end - 31 * DAY_MS))
  assert.equal(early.cert, first.cert)
  const late = await localCertificate(folder, [], new Date(end - 29 * DAY_MS))
  assert.notEqual(late.cert, first.cert)
  assert.equal(late.ca, first.ca)
})

test('an authority lasts ten years, and no certificate outlives it', async (t) => {
  const folder = await newFolder(t)
  const start = new Date('2030-01-01T00:00:00Z')
  const first = await localCertificate(folder, [], start)
  const caEnd = new X509Certificate(first.ca).validToDate.getTime()
  assert.equal(Math.floor((caEnd - start.getTime()) / (365 * DAY_MS)), 10)
  const last = await localCertificate(folder, [], new Date(caEnd - 40 * DAY_MS))
  assert.equal(last.ca, first.ca)
  assert.equal(new X509Certificate(last.cert).validToDate.getTime(), caEnd)
  const next = await localCertificate(folder, [], new Date(caEnd - 20 * DAY_MS))
  assert.notEqual(next.ca, first.ca)
  assert.ok(new X509Certificate(next.cert).verify(new X509Certificate(next.ca).publicKey))
})

test('processes that start together share one authority', async (t) => {
  const folder = await newFolder(t)
  const made = await Promise.all(Array.from({ length: 6 }, () => localCertificate(folder, [])))
  assert.equal(new Set(made.map(({ ca }) => ca)).size, 1)
  assert.equal(await readFile(join(folder, 'tls', 'ca.crt'), 'utf8'), made[0]?.ca)
})

test('a damaged file is replaced', async (t) => {
  const folder = await newFolder(t)
  const first = await localCertificate(folder, [])
  await writeFile(join(folder, 'tls', 'server.pem'), first.cert)
  const repaired = await localCertificate(folder, [])
  assert.equal(repaired.ca, first.ca)
  await writeFile(join(folder, 'tls', 'authority.pem'), 'nothing')
  const renewed = await localCertificate(folder, [])
  assert.ok(new X509Certificate(renewed.cert).verify(new X509Certificate(renewed.ca).publicKey))
  assert.equal(await readFile(renewed.caFile, 'utf8'), renewed.ca)
})

test('a host that is neither a name nor an address is refused, and the error names it', async (t) => {
  const folder = await newFolder(t)
  for (const host of ['', 'a b', 'https://a.test', 'a..test', '-a.test', '::1%eth0']) {
    await assert.rejects(localCertificate(folder, [host]), {
      message: new RegExp(`^"${host.replace(/[.*]/g, '\\$&')}" is`),
    })
  }
})
