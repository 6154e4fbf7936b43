/**
 * A workflow's definition once it has been checked: as its author wrote it, but what was left out has its default, and
 * nothing unknown is left. It is plain JSON, so what a version stores is what its runs read.
 */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { WorkflowConnection } from '@posthorn/contract/workflows/definition'
import type { WorkflowStepOf } from '@posthorn/contract/workflows/steps'
import type { StepType, WaitableEvent } from '@posthorn/contract/workflows/words'

/** What a step is given by its author. */
export type Given<T extends StepType> = NonNullable<WorkflowStepOf<T>['config']>

type Filled = {
  send_email: { message_stream: MessageStream }
  /** A step that is not named is filled in where there is only one that it can be. */
  wait_for_event: { event: readonly WaitableEvent[] }
}
export type Config<T extends StepType> = T extends keyof Filled ? Omit<Given<T>, keyof Filled[T]> & Filled[T] : Given<T>

export type WaitForEvent = Config<'wait_for_event'>
export type StepOf<T extends StepType> = { [K in T]: { key: string; type: K; config: Config<K> } }[T]
export type Step = StepOf<StepType>
export type Connection = Required<WorkflowConnection>
export type Definition = { steps: readonly Step[]; connections: readonly Connection[] }
