/** Unlike `crypto.randomUUID`, also where the dashboard is reached without https. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** A key for each input: sent again after a lost answer, it happens once. The server refuses another input with the same key. */
export function idempotencyKeys() {
  const keys = new Map<string, string>()
  return {
    keyOf(input: unknown): string {
      const text = JSON.stringify(input)
      const key = keys.get(text) ?? newIdempotencyKey()
      keys.set(text, key)
      return key
    },
    /** Once it is answered, the same is sent anew. */
    forget: () => keys.clear(),
  }
}
