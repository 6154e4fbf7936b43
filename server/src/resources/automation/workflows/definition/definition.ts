/**
 * A checked definition: as written by its author, with defaults filled in and nothing unknown left. It is plain JSON, so runs read exactly what a
 * version stores.
 */
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { WorkflowConnection } from '@posthorn/contract/workflows/definition'
import type { WorkflowStepOf } from '@posthorn/contract/workflows/steps'
import type { StepType, WaitableEvent } from '@posthorn/contract/workflows/words'

/** A step's config as given by the author. */
export type Given<T extends StepType> = NonNullable<WorkflowStepOf<T>['config']>

type Filled = {
  send_email: { message_stream: MessageStream }
  /** A missing step is filled in where only one is possible. */
  wait_for_event: { event: readonly WaitableEvent[] }
}
export type Config<T extends StepType> = T extends keyof Filled ? Omit<Given<T>, keyof Filled[T]> & Filled[T] : Given<T>

export type WaitForEvent = Config<'wait_for_event'>
export type StepOf<T extends StepType> = { [K in T]: { key: string; type: K; config: Config<K> } }[T]
export type Step = StepOf<StepType>
export type Connection = Required<WorkflowConnection>
export type Definition = { steps: readonly Step[]; connections: readonly Connection[] }
