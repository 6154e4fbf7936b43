/** The data of another service, in our terms. Sources are read page by page; each call reads again. */
import type { FieldType } from '@posthorn/contract/audience/contact-fields'
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'

export type Value = string | number | boolean

export type SourceField = { name: string; type: FieldType; fallback?: Value }

/** `id` is the id at the other service. */
export type SourceTopic = { id: string; name: string; description?: string; isDefault: boolean }

export type SourceContact = {
  email?: string
  phoneNumber?: string
  firstName?: string
  lastName?: string
  emailSubscribed?: boolean
  /** By their names at the other service. */
  properties: Readonly<Record<string, Value>>
  /** By topic id at the other service: true for subscribed, false for unsubscribed. */
  topics: Readonly<Record<string, boolean>>
}

/** `isDraft`: the template was never published there, or has tags that could not be translated (see `untranslated`). */
export type SourceTemplate = {
  name: string
  subject: string
  html?: string
  text?: string
  isDraft: boolean
  untranslated: readonly string[]
}

export type SourceSuppression = { email: string; reason: SuppressionReason }

/** An item that has no counterpart here. */
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

/** For a service that does not have this kind of data. */
export async function* nothing(): AsyncGenerator<never> {}
