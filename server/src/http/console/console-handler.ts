import type { ConsoleOperation } from '@posthorn/contract/console/operation'
import type { ConsoleOperationId, ConsoleOperations } from '@posthorn/contract/console/operations'
import type { Input, Reply } from '@posthorn/contract/operation'
import type { Member, Person, Visitor } from '#core/visitor.ts'

/** Who asks, by what the operation demands of them. */
type Asking = { anyone: null; person: Person; member: Member }

/** What is no JSON leaves piece by piece. */
type Answer<O extends ConsoleOperation> = O extends { media: string } ? AsyncIterable<string> : Reply<O>

type ConsoleHandler<O extends ConsoleOperation> = (
  who: Asking[O['access']],
  input: Input<O>,
  visitor: Visitor,
) => Promise<Answer<O>> | Answer<O>

/** One handler for each operation: a missing or superfluous one does not compile. */
export type ConsoleHandlers = { [K in ConsoleOperationId]: ConsoleHandler<ConsoleOperations[K]> }
