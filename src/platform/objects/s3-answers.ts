import { SaxesParser } from 'saxes'
import type { ObjectPage } from './store.ts'

/** A list of objects, with the token that continues it. */
interface ObjectList extends ObjectPage {
  next: string | undefined
}

/** A list of objects: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html. Throws for anything else. */
export function readObjectList(body: Buffer): ObjectList {
  const objects: ObjectPage['objects'] = []
  let isLast: boolean | undefined
  let next: string | undefined
  let name = ''
  for (const { path, value } of readValues(body)) {
    if (path === 'ListBucketResult/IsTruncated') isLast = value !== 'true'
    if (path === 'ListBucketResult/NextContinuationToken') next = value
    if (path === 'ListBucketResult/Contents/Key') name = value
    if (path === 'ListBucketResult/Contents/LastModified') objects.push({ name, writtenAt: readTime(value) })
  }
  if (isLast === undefined) throw new Error('it did not answer with a list of objects')
  return { objects, isLast, next }
}

/** Throws for an object without a time, which would otherwise count as old. */
function readTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new Error('it listed an object without a time')
  return time
}

/** The code of an error, such as NoSuchBucket; empty if the body is not an error. */
export function readErrorCode(body: Buffer): string {
  try {
    const code = readValues(body).find(({ path }) => path === 'Error/Code')?.value ?? ''
    return /^\w{1,100}$/.test(code) ? code : ''
  } catch {
    return ''
  }
}

/** The texts of all elements that contain no other elements, in order. */
function readValues(body: Buffer): { path: string; value: string }[] {
  const values: { path: string; value: string }[] = []
  const names: string[] = []
  let value = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => {
    names.push(tag.name)
    value = ''
  })
  parser.on('text', (text) => {
    value += text
  })
  parser.on('closetag', () => {
    values.push({ path: names.join('/'), value })
    names.pop()
    value = ''
  })
  parser.write(body.toString('utf8')).close()
  return values
}
