/** What was written and could not be stored: kept in the browser, so that neither a mistake nor an outage loses work. */
export type KeptEdits = {
  edits: Readonly<Record<string, string>>
  /** When what they change was stored. Later edits of somebody else make it another time. */
  base: string
}
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'posthorn.edits.'

/** Undefined forgets them. A browser without room keeps nothing; whoever leaves is asked all the same. */
export function keepEdits(store: Store, id: string, kept: KeptEdits | undefined): void {
  try {
    if (kept) store.setItem(prefix + id, JSON.stringify(kept))
    else store.removeItem(prefix + id)
  } catch {
    store.removeItem(prefix + id)
  }
}

export function keptEdits(store: Store, id: string): KeptEdits | undefined {
  try {
    const kept: unknown = JSON.parse(store.getItem(prefix + id) ?? 'null')
    return isKept(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** For whoever signs out: the next person at this machine must not read them. */
export function forgetEdits(store: Store): void {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at))
  for (const key of keys) if (key?.startsWith(prefix)) store.removeItem(key)
}

const isKept = (value: unknown): value is KeptEdits =>
  isObject(value) &&
  typeof value.base === 'string' &&
  isObject(value.edits) &&
  Object.values(value.edits).every(text => typeof text === 'string')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
