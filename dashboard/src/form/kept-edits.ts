/** Edits that could not be saved, kept in the browser so that neither a mistake nor an outage loses work. */
export type KeptEdits = {
  edits: Readonly<Record<string, string>>
  /** When the edited content was last stored. A later change by someone else moves this time. */
  base: string
}
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'posthorn.edits.'

/** Undefined removes them. If the storage is full nothing is kept; leaving still asks for confirmation. */
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

/** On sign-out: the next person at this computer must not read them. */
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
