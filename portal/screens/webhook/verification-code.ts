export const LANGUAGES = [
  { id: 'node', label: 'Node.js' },
  { id: 'python', label: 'Python' },
] as const
export type Language = (typeof LANGUAGES)[number]['id']

/** A function that verifies calls to this address, to copy into a receiver. It takes several secrets, for a replacement. */
export function verificationCode(language: Language, url: string): string {
  return language === 'node' ? inNode(url) : inPython(url)
}

const inNode = (url: string): string => `import { createHmac, timingSafeEqual } from 'node:crypto'

// For ${url}
// The secret; while it is replaced, the old and the new one with a space between them.
const secrets = process.env.WEBHOOK_SECRET.split(' ')

// body: the bytes as they arrived, before they are parsed.
export function isGenuine(body, headers) {
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex')
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(body).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`

const inPython = (url: string): string => `import hashlib, hmac, os

# For ${url}
# The secret; while it is replaced, the old and the new one with a space between them.
secrets = os.environ["WEBHOOK_SECRET"].split()

# body: the bytes as they arrived, before they are parsed.
def is_genuine(body: bytes, headers) -> bool:
    given = headers.get("x-service-signature", "")
    return any(
        hmac.compare_digest(hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(), given)
        for secret in secrets
    )
`
