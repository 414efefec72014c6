/**
 * Stores data that is too large for the database, under names that are never reused. Every call throws
 * `ObjectStoreAway` if it fails.
 */
export interface ObjectStore {
  put(name: string, content: Uint8Array): Promise<void>
  /** Undefined if no object has this name. */
  get(name: string): Promise<Buffer | undefined>
  /** Succeeds even if no object has this name. */
  delete(name: string): Promise<void>
  /** The objects whose names begin with `prefix`, in the order of their names, after the name `after`; at most a thousand. */
  list(prefix: string, after: string): Promise<ObjectPage>
  close(): Promise<void>
}

export interface ObjectPage {
  objects: { name: string; writtenAt: Date }[]
  /** No further objects follow. */
  isLast: boolean
}

/** The object store could not carry out a call. A later attempt may succeed. */
export class ObjectStoreAway extends Error {
  override readonly name = 'ObjectStoreAway'
}
