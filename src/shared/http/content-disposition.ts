/** Names of files that are downloaded. */

/** Characters with a special meaning in a file system or a header, and invisible ones, which can disguise a name. */
export const UNSAFE_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu

const NAME_LENGTH = 80

/** The name in letters, digits, dots and hyphens; empty if it has none of them. */
export const toAsciiName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, NAME_LENGTH)

/** `Content-Disposition: attachment` with the name twice: in ASCII for old clients, and unchanged (RFC 6266). */
export const attachmentDisposition = (asciiName: string, name: string): string =>
  `attachment; filename="${asciiName}"; filename*=UTF-8''${encode(name)}`

/** Percent-encoded by RFC 8187, which allows fewer unencoded characters than a URL. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
