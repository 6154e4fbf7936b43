import type { Input, Operation, Reply } from '@posthorn/contract/operation'
import type { OperationId, Operations } from '@posthorn/contract/operations'
import type { Caller } from '#core/caller.ts'
import type { Idempotency, Replayed } from '#core/idempotency.ts'
import type { EventStream } from './event-stream.ts'

/** What the door knows of a request beyond its input. */
type RequestContext = { id: string; idempotency?: Idempotency }

type AnsweringHandler<O extends Operation> = (
  caller: Caller,
  input: Input<O>,
  context: RequestContext,
) => Promise<Reply<O> | Replayed<Reply<O>>>

/** The signal is aborted when the answer has ended, whoever ended it. */
type StreamContext = RequestContext & { lastEventId: string | undefined; signal: AbortSignal }

export type StreamingHandler<O extends Operation> = (
  caller: Caller,
  input: Input<O>,
  context: StreamContext,
) => Promise<EventStream>

export type Handler<O extends Operation> = O extends { isEndless: true } ? StreamingHandler<O> : AnsweringHandler<O>

/** One handler for each operation that is built: a missing or superfluous one does not compile. */
export type Handlers = { [K in OperationId]: Handler<Operations[K]> }
