import { isAnswerExpired } from '../../../engine/evaluation/answers.ts'
import type { Principal } from '../../../shared/actor.ts'
import { HOUR_MS } from '../../../shared/dates/time-units.ts'
import { toAsciiName, UNSAFE_IN_NAMES } from '../../../shared/http/content-disposition.ts'
import { findEnding } from './file-types.ts'

const MIB = 1024 * 1024

export const MAX_FILE_MIB = 10
export const MAX_FILE_BYTES = MAX_FILE_MIB * MIB

export const MAX_FILES_OF_ANSWER = 5
/** Of one customer and product, so that nobody can fill the database. */
export const MAX_FILES = 50
export const MAX_MIB = 100

/** Each piece is sealed, opened and inspected by itself, in about a millisecond of the event loop at most. */
export const CHUNK_BYTES = 128 * 1024

/** An upload that has not ended by then never will: its connection has long been closed. */
const UPLOAD_MS = HOUR_MS
export const abandonedBefore = (now: Date): Date => new Date(now.getTime() - UPLOAD_MS)

/** A file that was attached to an answer. */
export interface Attachment {
  id: string
  question: string
  name: string
  sizeBytes: number
  /** Email address of the recipient who attached it. */
  author: string
  attachedAt: Date
}

/** What is attached already, including files that are being uploaded. */
export interface AttachedSoFar {
  filesOfQuestion: number
  files: number
  bytes: number
}

/** Why another file of up to this size does not fit; undefined if it does. */
export function findNoRoom(
  { filesOfQuestion, files, bytes }: AttachedSoFar,
  maxBytes: number,
): 'file-count' | 'file-room' | undefined {
  if (filesOfQuestion >= MAX_FILES_OF_ANSWER) return 'file-count'
  return files >= MAX_FILES || bytes + maxBytes > MAX_MIB * MIB ? 'file-room' : undefined
}

const MAX_STEM_CHARACTERS = 100

/** The name of a file without its folder and without unsafe characters; undefined if such files cannot be attached. */
export function readFileName(given: string): { name: string; ending: string } | undefined {
  const [last = ''] = given.toWellFormed().normalize('NFC').split(/[/\\]/).slice(-1)
  const name = last.replace(UNSAFE_IN_NAMES, ' ').replace(/\s+/g, ' ').trim()
  const ending = findEnding(name)
  if (ending === undefined) return undefined
  const stem = [...name.slice(0, name.lastIndexOf('.'))]
    .slice(0, MAX_STEM_CHARACTERS)
    .join('')
    .replace(/^[. ]+/, '')
  return { name: `${stem.trim() || 'file'}.${ending}`, ending }
}

/** The name in ASCII, for old clients. */
export function toAsciiFileName(name: string): string {
  const dot = name.lastIndexOf('.')
  return `${toAsciiName(name.slice(0, dot)) || 'file'}${name.slice(dot)}`
}

/** Attachments by the question they belong to. */
export const groupByQuestion = (attachments: readonly Attachment[]): ReadonlyMap<string, readonly Attachment[]> =>
  Map.groupBy(attachments, ({ question }) => question)

/** How many files of each question still count as evidence: like an answer, a file counts for 12 months. */
export function countActive(attachments: readonly Attachment[], now: Date): ReadonlyMap<string, number> {
  const active = attachments.filter((attachment) => isActive(attachment, now))
  return new Map([...groupByQuestion(active)].map(([question, { length }]) => [question, length]))
}

export const isActive = ({ attachedAt }: Attachment, now: Date): boolean => !isAnswerExpired(attachedAt, now)

/** Whether this person attached the file, and may remove it. */
export const isAuthor = ({ author }: Pick<Attachment, 'author'>, email: string): boolean =>
  author.toLowerCase() === email.toLowerCase()

/** Whether somebody may remove a file: the person who attached it, or the partner of the customer. */
export const mayRemove = (attachment: Pick<Attachment, 'author'>, { kind, id }: Principal): boolean =>
  kind === 'partner' || (kind === 'recipient' && isAuthor(attachment, id))
