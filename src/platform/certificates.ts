import { createPrivateKey, KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import type { Extension } from '@peculiar/x509'
import { makeDataDir } from '@plumbline/embedded-postgres/data-dir'
import { DAY_MS } from '../shared/dates/time-units.ts'
import { codeOf } from '../shared/error-code.ts'

export interface LocalCertificate {
  /** Certificate for the server, PEM. */
  cert: string
  /** Its private key, PEM. */
  key: string
  /** File with the authority's certificate, for clients that should trust it. */
  caFile: string
  /** The authority's certificate, PEM. */
  ca: string
}

/** A key and its certificate, stored in one file so that they always match. */
interface Identity {
  key: string
  cert: string
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const AUTHORITY_DAYS = 3_652
/** Apple's systems reject more than 825 days, some browsers more than 398. */
const SERVER_DAYS = 397
const RENEW_DAYS = 30
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1']

/**
 * A certificate for localhost and `hosts` (names or IP addresses), signed by an authority that is created on the first call
 * and stored in the data folder. Renewed 30 days before it expires and when the hosts change. Throws if a host is not valid.
 */
export async function localCertificate(dataDir: string, hosts: string[], now = new Date()): Promise<LocalCertificate> {
  const folder = join(dataDir, 'tls')
  const caFile = join(folder, 'ca.crt')
  const names = [...new Set([...LOCAL_HOSTS, ...hosts.map(normalizeHost)])]
  await makeDataDir(dataDir)
  await mkdir(folder, { recursive: true })
  const authority = await getAuthority(join(folder, 'authority.pem'), now)
  // Compared at each start, because an earlier one may have been interrupted between the two writes.
  if ((await readText(caFile)) !== authority.cert) await replaceFile(caFile, authority.cert, 0o644)
  const server = await getServer(join(folder, 'server.pem'), authority, names, now)
  return { ...server, caFile, ca: authority.cert }
}

function normalizeHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  // Written as the URL parser writes IPv6 addresses, so that each address has one spelling.
  if (isIP(bare) === 6 && !bare.includes('%')) return new URL(`https://[${bare}]`).hostname.slice(1, -1)
  if (isIP(bare) === 4) return bare
  const [, star = '', domain = ''] = /^(\*\.)?(.*)$/.exec(host) ?? []
  const name = domainToASCII(domain)
  if (name.length > 253 || !name.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) {
    throw new Error(`"${host}" is neither a host name nor an IP address: no certificate can be made for it.`)
  }
  return star + name
}

async function getAuthority(path: string, now: Date): Promise<Identity> {
  const stored = await readIdentity(path)
  if (stored !== undefined && isValidLongEnough(stored.cert, now)) return stored
  const made = await makeAuthority(now)
  if (stored !== undefined) await replaceFile(path, made.key + made.cert, 0o600)
  else await createFile(path, made.key + made.cert)
  // If two processes start at once, both use the authority that was created first.
  return (await readIdentity(path)) ?? made
}

async function getServer(path: string, authority: Identity, names: string[], now: Date): Promise<Identity> {
  const stored = await readIdentity(path)
  if (
    stored !== undefined &&
    isValidLongEnough(stored.cert, now) &&
    isSignedBy(stored, authority) &&
    isFor(stored.cert, names)
  )
    return stored
  const made = await makeServer(authority, names, now)
  await replaceFile(path, made.key + made.cert, 0o600)
  return made
}

const isValidLongEnough = (cert: string, now: Date): boolean => {
  const { validFromDate, validToDate } = new X509Certificate(cert)
  return validFromDate <= now && validToDate.getTime() - now.getTime() > RENEW_DAYS * DAY_MS
}

function isSignedBy(identity: Identity, authority: Identity): boolean {
  const cert = new X509Certificate(identity.cert)
  const issuer = new X509Certificate(authority.cert)
  return cert.checkIssued(issuer) && cert.verify(issuer.publicKey)
}

function isFor(cert: string, names: string[]): boolean {
  const parsed = new X509Certificate(cert)
  const entries = (parsed.subjectAltName ?? '').split(', ')
  return (
    entries.length === names.length &&
    names.every((name) => (isIP(name) === 0 ? entries.includes(`DNS:${name}`) : parsed.checkIP(name) !== undefined))
  )
}

/** Undefined if the file is missing or damaged, or the key does not belong to the certificate. */
async function readIdentity(path: string): Promise<Identity | undefined> {
  const text = await readText(path)
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n/.exec(text) ?? []
  const [cert] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/.exec(text) ?? []
  if (key === undefined || cert === undefined) return undefined
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)) ? { key, cert } : undefined
  } catch {
    return undefined
  }
}

async function makeAuthority(now: Date): Promise<Identity> {
  const x509 = await loadX509()
  const keys = await makeKeys()
  // Each authority has a unique name, because clients that trust several select the signer by name.
  const subject = `CN=Plumbline local authority ${randomBytes(4).toString('hex')}, O=Plumbline`
  const cert = await x509.X509CertificateGenerator.create({
    ...term(now, AUTHORITY_DAYS),
    serialNumber: makeSerial(),
    subject,
    issuer: subject,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ECDSA,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { key: exportKey(keys.privateKey), cert: withEnd(cert.toString('pem')) }
}

async function makeServer(authority: Identity, names: string[], now: Date): Promise<Identity> {
  const x509 = await loadX509()
  const keys = await makeKeys()
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = createPrivateKey(authority.key).toCryptoKey(ECDSA, false, ['sign'])
  const { notBefore, notAfter } = term(now, SERVER_DAYS)
  const extensions: Extension[] = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
    ),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
  ]
  const cert = await x509.X509CertificateGenerator.create({
    notBefore,
    // Some clients reject a certificate that outlives its signer.
    notAfter: new Date(Math.min(notAfter.getTime(), issuer.notAfter.getTime())),
    serialNumber: makeSerial(),
    subject: 'CN=localhost, O=Plumbline',
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ECDSA,
    extensions,
  })
  return { key: exportKey(keys.privateKey), cert: withEnd(cert.toString('pem')) }
}

const makeKeys = () => webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])

const exportKey = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ format: 'pem', type: 'pkcs8' }).toString()

const withEnd = (pem: string): string => `${pem.trimEnd()}\n`

/** Valid from a day ago, because the clocks of containers and virtual machines differ. */
const term = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
})

/** Positive and without a leading zero byte, as DER requires. */
const makeSerial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`

/**
 * Loads the library only when a certificate is created. Its dependency injection uses the proposed `Reflect` metadata
 * functions, which no runtime has; it calls only these three.
 */
async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  if (!('getMetadata' in Reflect)) {
    const stored = new WeakMap<object, Map<unknown, unknown>>()
    const getOwnMetadata = (key: unknown, target: object): unknown => stored.get(target)?.get(key)
    const getMetadata = (key: unknown, target: object | null): unknown =>
      target === null ? undefined : (getOwnMetadata(key, target) ?? getMetadata(key, Object.getPrototypeOf(target)))
    const defineMetadata = (key: unknown, value: unknown, target: object): void => {
      stored.set(target, new Map([...(stored.get(target) ?? []), [key, value]]))
    }
    Object.assign(Reflect, { getOwnMetadata, getMetadata, defineMetadata })
  }
  return import('@peculiar/x509')
}

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  })

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = await writeDraft(path, text, mode)
  await rename(draft, path).finally(() => rm(draft, { force: true }))
}

/** Creates a file, and does not change one that exists. */
async function createFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text, 0o600)
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // Replaces a damaged file, in which no identity was found.
    if ((await readIdentity(path)) === undefined) await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(path: string, text: string, mode: number): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, text, { flag: 'wx', mode, flush: true })
  return draft
}
