/** Messages between the pool and its children, structurally cloned. A child has one job at a time, so replies need no id. */
export type Request = { name: string; input: unknown }

export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; output: unknown }
  /** The job threw, which is a bug of ours. */
  | { kind: 'failed'; message: string; stack?: string }
