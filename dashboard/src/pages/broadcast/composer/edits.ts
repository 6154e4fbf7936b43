/** The edits of a broadcast and what of them the server has stored. */
import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastUpdate } from '@posthorn/contract/broadcasts/requests'
import { isSameJson } from '../../workflow/same-json.ts'

export type Edits = BroadcastUpdate
type Name = keyof Edits
/** What is on screen: the edits on top of what is stored, without removed values. */
export type BroadcastDraft = { [K in Name]?: NonNullable<Edits[K]> }
type Stored = Pick<Broadcast, Name>

const entriesOf = (edits: Edits) => Object.entries(edits) as [Name, Edits[Name]][] // as: the fields of an update

/** The edits that differ from what is stored. An empty name is not saved: someone is still typing a new one. */
export const unsaved = (edits: Edits, stored: Stored): Edits =>
  Object.fromEntries(
    entriesOf(edits).filter(
      ([name, value]) => value !== undefined && value !== '' && !isSameJson(value ?? undefined, stored[name]),
    ),
  )

export const draftOf = (edits: Edits, stored: Stored): BroadcastDraft => {
  const given = entriesOf({ ...stored, ...edits }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given)
}

/** An empty text is removed: the API accepts no empty ones. */
export const textOrNull = (text: string): string | null => text || null

export type Kind = 'template' | 'html' | 'text'

export function kindOf({ template_id, html, text }: BroadcastDraft): Kind | undefined {
  if (template_id !== undefined) return 'template'
  if (html !== undefined) return 'html'
  return text === undefined ? undefined : 'text'
}

type Content = Pick<BroadcastDraft, 'template_id' | 'html' | 'text' | 'variables'>
export const contentOf = ({ template_id, html, text, variables }: BroadcastDraft): Content => ({
  ...(template_id !== undefined && { template_id }),
  ...(html !== undefined && { html }),
  ...(text !== undefined && { text }),
  ...(variables !== undefined && { variables }),
})

/** Replaces all content: a template and content written here never exist together. */
export const inPlace = ({ template_id, html, text, variables }: Content): Edits => ({
  template_id: template_id ?? null,
  html: html ?? null,
  text: text ?? null,
  variables: variables ?? null,
})

export const starterHtml = `<p>Hello {{ contact.first_name | default: "there" }},</p>
<p>write your news here.</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
`

export type Audience = 'topic' | 'segment' | 'everyone'

export function audienceOf({ topic_id, segment_id, everyone }: BroadcastDraft): Audience | undefined {
  if (segment_id !== undefined) return 'segment'
  if (topic_id !== undefined) return 'topic'
  return everyone ? 'everyone' : undefined
}

/** The addresses in what was typed. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(address => address.trim())
    .filter(Boolean)
