import { createPrivateKey, KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import type { Extension } from '@peculiar/x509'
import { makeDataDir } from '@plumbline/embedded-postgres/data-dir'

export interface LocalCertificate {
  /** Certificate for the server, PEM. */
  cert: string
  /** Its private key, PEM. */
  key: string
  /** File with the authority's certificate, for clients that are to trust it. */
  caFile: string
  /** The authority's certificate, PEM. */
  ca: string
}

/** Key and certificate kept in one file, so that the two can never be of different makes. */
interface Identity {
  key: string
  cert: string
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3_652
/** Apple's systems refuse more than 825 days, browsers begin to frown at 398. */
const SERVER_DAYS = 397
const RENEW_DAYS = 30
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1']

/**
 * Certificate for localhost and `hosts` (names or addresses), signed by an authority of this data folder that is made on
 * the first call and kept. Renewed within 30 days of its end and when the hosts change. Throws on a host that is neither.
 */
export async function localCertificate(dataDir: string, hosts: string[], now = new Date()): Promise<LocalCertificate> {
  const folder = join(dataDir, 'tls')
  const caFile = join(folder, 'ca.crt')
  const names = [...new Set([...LOCAL_HOSTS, ...hosts.map(normalizeHost)])]
  await makeDataDir(dataDir)
  await mkdir(folder, { recursive: true })
  const authority = await getAuthority(join(folder, 'authority.pem'), now)
  // The copy that clients read follows the authority, also after a start that was cut off between the two.
  if ((await readText(caFile)) !== authority.cert) await replaceFile(caFile, authority.cert, 0o644)
  const server = await getServer(join(folder, 'server.pem'), authority, names, now)
  return { ...server, caFile, ca: authority.cert }
}

function normalizeHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  // The way the URL parser writes an IPv6 address, so that one address is one entry.
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
  const kept = await readIdentity(path)
  if (kept !== undefined && lasts(kept.cert, now)) return kept
  const made = await makeAuthority(now)
  if (kept !== undefined) await replaceFile(path, made.key + made.cert, 0o600)
  else await createFile(path, made.key + made.cert)
  // Of two processes that begin together one was first; both use what it made.
  return (await readIdentity(path)) ?? made
}

async function getServer(path: string, authority: Identity, names: string[], now: Date): Promise<Identity> {
  const kept = await readIdentity(path)
  if (kept !== undefined && lasts(kept.cert, now) && isSignedBy(kept, authority) && isFor(kept.cert, names)) return kept
  const made = await makeServer(authority, names, now)
  await replaceFile(path, made.key + made.cert, 0o600)
  return made
}

const lasts = (cert: string, now: Date): boolean => {
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

/** Undefined when the file is not there, is damaged, or its two halves do not belong together. */
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
  // Each authority has a name of its own: clients that trust several pick the signer by name.
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
    // Some clients refuse a certificate that outlives its signer.
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

/** From a day ago, since the clocks of containers and virtual machines run apart. */
const term = (now: Date, days: number) => ({
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
})

/** Positive and without a leading zero byte, as DER wants it. */
const makeSerial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`

/**
 * The library is loaded only when a certificate is made. Its parts find each other by the metadata functions that no
 * runtime has yet; these three are all that it calls.
 */
async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  if (!('getMetadata' in Reflect)) {
    const kept = new WeakMap<object, Map<unknown, unknown>>()
    const getOwnMetadata = (key: unknown, target: object): unknown => kept.get(target)?.get(key)
    const getMetadata = (key: unknown, target: object | null): unknown =>
      target === null ? undefined : (getOwnMetadata(key, target) ?? getMetadata(key, Object.getPrototypeOf(target)))
    const defineMetadata = (key: unknown, value: unknown, target: object): void => {
      kept.set(target, new Map([...(kept.get(target) ?? []), [key, value]]))
    }
    Object.assign(Reflect, { getOwnMetadata, getMetadata, defineMetadata })
  }
  return import('@peculiar/x509')
}

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = await writeDraft(path, text, mode)
  await rename(draft, path).finally(() => rm(draft, { force: true }))
}

/** Leaves a file that is already there as it is. */
async function createFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text, 0o600)
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    // Damaged, since we read it and found no identity: it gives way.
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
