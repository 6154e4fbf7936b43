import type { OperationId, Operations } from '@posthorn/contract/all-operations'
import type { ConsoleOperationId, ConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { Input, Operation, Reply } from '@posthorn/contract/operation'
import type { Caller } from '#core/caller.ts'
import type { Change } from '#core/change.ts'
import type { Idempotency, Replayed } from '#core/idempotency.ts'
import type { TracePlace } from '#core/tracing.ts'
import type { Member, Person, Visitor } from '#core/visitor.ts'
import type { EventStream } from './event-stream.ts'

/** The asker of an operation, by the access that the operation requires. */
type Askers = { anyone: null; person: Person; member: Member }
type AskerOf<O> = O extends { access: infer A extends keyof Askers } ? Askers[A] : Caller
export type Asker = Caller | Askers[keyof Askers]

/** What a handler gets beside the input. `trace` is set when the request is traced. */
type RequestContext = { id: string; idempotency?: Idempotency; trace?: TracePlace }
type VisitorOf<O> = O extends { access: string } ? { visitor: Visitor } : object
/** Operations with an entry in the audit log get the change to record. */
type ChangeOf<O> = O extends { audit: string } ? { change: Change } : object
type ContextOf<O> = RequestContext & VisitorOf<O> & ChangeOf<O>

/** A file of unknown length is streamed. */
type Answer<O extends Operation> = O extends { media: 'text/csv' }
  ? AsyncIterable<string>
  : O extends { media: 'application/zip' }
    ? AsyncIterable<Uint8Array>
    : Reply<O>

type AnsweringHandler<O extends Operation> = (
  asker: AskerOf<O>,
  input: Input<O>,
  context: ContextOf<O>,
) => Promise<Answer<O> | Replayed<Reply<O>>> | Answer<O>

/** The signal is aborted when the answer has ended, whichever side ended it. */
type StreamContext = RequestContext & { lastEventId: string | undefined; signal: AbortSignal }

type StreamingHandler<O extends Operation> = (
  caller: AskerOf<O>,
  input: Input<O>,
  context: StreamContext,
) => Promise<EventStream>

type Handler<O extends Operation> = O extends { isEndless: true } ? StreamingHandler<O> : AnsweringHandler<O>

/** One handler for each operation: a missing or extra one does not compile. */
export type Handlers = { [K in OperationId]: Handler<Operations[K]> }
export type ConsoleHandlers = { [K in ConsoleOperationId]: Handler<ConsoleOperations[K]> }
