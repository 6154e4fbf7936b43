/** Between the pool and its children, cloned structurally. A child has one job at a time, so no reply needs a name. */
export type Request = { name: string; input: unknown }

export type Reply =
  | { kind: 'ready' }
  | { kind: 'done'; output: unknown }
  /** The job threw: a mistake of ours. */
  | { kind: 'failed'; message: string; stack?: string }
