/** What is being written and what of it the server has. */
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastUpdate } from '@posthorn/contract/broadcasts/requests'
import { isSameJson } from '../../workflow/same-json.ts'

export type Edits = BroadcastUpdate
type Name = keyof Edits
/** What is on screen: the edits over what is stored, without what was taken away. */
export type Written = { [K in Name]?: NonNullable<Edits[K]> }
type Stored = Pick<Broadcast, Name>

const entriesOf = (edits: Edits) => Object.entries(edits) as [Name, Edits[Name]][] // as: the fields of an update

/** What differs from what is stored. A name that is emptied is on its way to another one: there is always one. */
export const unsaved = (edits: Edits, stored: Stored): Edits =>
  Object.fromEntries(
    entriesOf(edits).filter(
      ([name, value]) => value !== undefined && value !== '' && !isSameJson(value ?? undefined, stored[name]),
    ),
  )

export const writtenIn = (edits: Edits, stored: Stored): Written => {
  const given = entriesOf({ ...stored, ...edits }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given)
}

/** An emptied text is taken away: none may be empty. */
export const textOrNull = (text: string): string | null => text || null

export type Kind = 'template' | 'html' | 'text'

export function kindOf({ template_id, html, text }: Written): Kind | undefined {
  if (template_id !== undefined) return 'template'
  if (html !== undefined) return 'html'
  return text === undefined ? undefined : 'text'
}

type Content = Pick<Written, 'template_id' | 'html' | 'text' | 'variables'>
export const contentOf = ({ template_id, html, text, variables }: Written): Content => ({
  ...(template_id !== undefined && { template_id }),
  ...(html !== undefined && { html }),
  ...(text !== undefined && { text }),
  ...(variables !== undefined && { variables }),
})

/** Puts one content in the place of another: there is never a template beside something that was written here. */
export const inPlace = ({ template_id, html, text, variables }: Content): Edits => ({
  template_id: template_id ?? null,
  html: html ?? null,
  text: text ?? null,
  variables: variables ?? null,
})

export const starterHtml = `<p>Hello {{ contact.first_name | default: "there" }},</p>
<p>say here what is new.</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
`

export type Audience = 'topic' | 'segment' | 'everyone'

export function audienceOf({ topic_id, segment_id, everyone }: Written): Audience | undefined {
  if (segment_id !== undefined) return 'segment'
  if (topic_id !== undefined) return 'topic'
  return everyone ? 'everyone' : undefined
}

/** Addresses as they are typed, one after the other. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(address => address.trim())
    .filter(Boolean)
