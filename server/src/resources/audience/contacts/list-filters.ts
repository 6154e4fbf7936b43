import type { contactBulk } from '@posthorn/contract/audience/contact-bulk'
import type { Input } from '@posthorn/contract/operation'
import type { ListFilters } from './read.ts'

type Query = Input<typeof contactBulk.countContacts>['query']

export const toFilters = (query: Query, now: Date): ListFilters => ({
  emailSubscribed: query.email_subscribed,
  smsSubscribed: query.sms_subscribed,
  topicId: query.topic_id,
  search: query.search,
  properties: query.properties,
  segment: query.segment_id === undefined ? undefined : { id: query.segment_id, now },
})
