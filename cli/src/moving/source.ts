/** What another service has, in our words. Each source is read page by page; what is asked for twice is read twice. */
import type { FieldType } from '@posthorn/contract/audience/contact-fields'
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'

export type Value = string | number | boolean

export type SourceField = { name: string; type: FieldType; fallback?: Value }

/** `id` is that of the other service. */
export type SourceTopic = { id: string; name: string; description?: string; isDefault: boolean }

export type SourceContact = {
  email?: string
  phoneNumber?: string
  firstName?: string
  lastName?: string
  emailSubscribed?: boolean
  /** By the names that the other service gives them. */
  properties: Readonly<Record<string, Value>>
  /** By the ids of the other service: true for who is subscribed, false for who has left. */
  topics: Readonly<Record<string, boolean>>
}

/** `isDraft`: it was never published there, or has tags that could not be translated, which `untranslated` names. */
export type SourceTemplate = {
  name: string
  subject: string
  html?: string
  text?: string
  isDraft: boolean
  untranslated: readonly string[]
}

export type SourceSuppression = { email: string; reason: SuppressionReason }

/** Something that is there and has no counterpart here. */
export type LeftOut = { leftOut: string; why: string }

export type Source = {
  fields(): AsyncIterable<SourceField>
  topics(): AsyncIterable<SourceTopic>
  contacts(): AsyncIterable<SourceContact | LeftOut>
  templates(): AsyncIterable<SourceTemplate | LeftOut>
  suppressions(): AsyncIterable<SourceSuppression | LeftOut>
}

export const kinds = ['fields', 'topics', 'contacts', 'templates', 'suppressions'] as const
export type Kind = (typeof kinds)[number]

/** Of a service that has nothing of a kind. */
export async function* nothing(): AsyncGenerator<never> {}
