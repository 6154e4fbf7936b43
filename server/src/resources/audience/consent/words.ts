/** Describes an entry in a sentence that explains why nothing is sent. Pure. */
import type { ConsentMethod } from '@posthorn/contract/audience/consent'
import type { Entry } from './entry.ts'

const how: Readonly<Record<ConsentMethod, string>> = {
  api_key: 'by an API key',
  person: 'by a person in the dashboard',
  import: 'by an import',
  workflow: 'by a workflow',
  form: 'by a signup form',
  confirmation_link: 'by the confirmation link',
  unsubscribe_link: 'by the unsubscribe page',
  one_click: 'by one click in a mail program',
  unsubscribe_mail: 'by a mail to the unsubscribe address',
  sms_keyword: 'by a keyword in a text message',
  carrier: 'at the carrier',
  complaint: 'by a spam complaint',
  expiry: 'automatically',
}

const what: Readonly<Record<Entry['action'], string>> = {
  given: 'Consent was given',
  withdrawn: 'Consent was withdrawn',
  requested: 'A confirmation was requested (not received yet)',
  expired: 'The requested confirmation expired',
}

const about = ({ scope }: Pick<Entry, 'scope'>): string => (scope === 'topic' ? ' for this topic' : '')

/** "Consent was withdrawn by the unsubscribe page on 2026-11-15 10:00 UTC (consent entry 01945c1e-…)." */
export function describeConsent(entry: Pick<Entry, 'id' | 'action' | 'method' | 'scope' | 'createdAt'>): string {
  const at = `${entry.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${what[entry.action]}${about(entry)} ${how[entry.method]} on ${at} (consent entry ${entry.id}).`
}
