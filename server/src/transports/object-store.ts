/** Where contents are kept outside of the database: a folder, or a store that speaks the protocol of S3. */
export type ObjectStore = {
  /** For people: no secrets. */
  readonly name: string
  /** Resolves when it is safe there. To write the same again is harmless. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when it is not there. */
  get(key: string): Promise<Buffer | undefined>
  /** One that is not there is removed already. */
  remove(key: string): Promise<void>
}

/** The store does not answer, or answers with an error: it may do so later. */
export class StoreFailed extends Error {
  override name = 'StoreFailed'
}
