/** What the contract promises and this version does not do yet: said aloud, because leaving it out would be a surprise. */
import type { EmailSend } from '@posthorn/contract/email-send'
import type { Draft } from '../draft.ts'
import { hasHeader } from './headers.ts'
import type { Objections } from './objections.ts'

const later = ['template_id', 'template_friendly_name', 'variables', 'track_opens', 'track_clicks'] as const

const noUnsubscribe =
  'Posthorn does not write unsubscribe headers yet: give your own List-Unsubscribe in headers, or send it as transactional.'

export function objectToNotYet(body: EmailSend, headers: Draft['headers'], { notYet }: Objections): void {
  for (const path of later) {
    if (asksFor(body[path])) notYet.push({ path, message: `${path} is not available in this version of Posthorn yet.` })
  }
  if (body.message_stream === 'broadcast' && !hasHeader(headers, 'List-Unsubscribe')) {
    notYet.push({ path: 'message_stream', message: noUnsubscribe })
  }
}

/** `false` and `{}` ask for nothing. */
const asksFor = (value: string | boolean | object | undefined): boolean =>
  typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value)
