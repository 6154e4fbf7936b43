import type { EventName } from '@posthorn/contract/event-names'

/** Something that happened to one object of an environment. */
export type Fact = {
  /** Created on recording, unless the caller needs it earlier. */
  id?: string
  environmentId: string
  type: EventName
  /** The object concerned. */
  subjectId: string
  data: object
  at: Date
}
