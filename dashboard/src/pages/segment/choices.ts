import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import type { Topic } from '@posthorn/contract/audience/topics'
import type { Segment } from '@posthorn/contract/segments/segments'

/** The options of the filter builder. */
export type Choices = {
  fields: readonly ContactField[]
  topics: readonly Topic[]
  lists: readonly Segment[]
}
