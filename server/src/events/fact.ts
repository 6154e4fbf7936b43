import type { EventName } from '@posthorn/contract/event-names'

/** Something that happened to one object of an environment. */
export type Fact = {
  /** Made when it is recorded, unless somebody has to know it before. */
  id?: string
  environmentId: string
  type: EventName
  /** The object that it happened to. */
  subjectId: string
  data: object
  at: Date
}
