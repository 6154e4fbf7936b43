/** Stores contents outside of the database: in a folder, or in an S3-compatible store. */
export type ObjectStore = {
  /** For display: contains no secrets. */
  readonly name: string
  /** Resolves when the object is durable. Repeating the same write is harmless. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when the object does not exist. */
  get(key: string): Promise<Buffer | undefined>
  /** Succeeds when the object does not exist. */
  remove(key: string): Promise<void>
}

/** The store does not answer, or answers with an error. A later try may succeed. */
export class StoreFailed extends Error {
  override name = 'StoreFailed'
}
