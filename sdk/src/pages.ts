export type Page<Item> = { data: Item[]; has_more: boolean; next_cursor?: string | undefined }

/**
 * A list. `await` returns its first page; `for await` iterates over all items of all pages, and `pages()` over the pages. No request
 * is sent before that.
 */
export class Pages<P extends Page<Item>, Item> implements PromiseLike<P>, AsyncIterable<Item> {
  readonly #read: (cursor: { cursor?: string }) => Promise<P>
  #first: Promise<P> | undefined

  constructor(read: (cursor: { cursor?: string }) => Promise<P>) {
    this.#read = read
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` returns the first page, as in other clients.
  then<A = P, B = never>(
    onPage?: ((page: P) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#read({})
    return this.#first.then(onPage, onError)
  }

  async *pages(): AsyncGenerator<P, void, undefined> {
    let page: P = await this
    yield page
    while (page.has_more && page.next_cursor !== undefined) {
      page = await this.#read({ cursor: page.next_cursor })
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }
}
