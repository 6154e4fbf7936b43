/** Reads a paged list to its end. `readPage` returns at most `limit` rows from `from` on. */
export async function* all<Row, From>(
  readPage: (from: From | undefined, limit: number) => Promise<readonly Row[]>,
  fromOf: (row: Row) => From,
  limit = 100,
): AsyncGenerator<Row> {
  for (let from: From | undefined; ; ) {
    const rows = (await readPage(from, limit)).slice(0, limit)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return
    from = fromOf(last)
  }
}

/** A JSON list with only one entry in memory at a time. */
export async function* jsonList(values: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '['
  for await (const value of values) {
    yield `${separator}\n${JSON.stringify(value, null, 2)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

export async function* json(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}
