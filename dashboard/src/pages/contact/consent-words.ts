import type { ConsentEntry, ConsentMethod } from '@posthorn/contract/audience/consent'

const actions: Record<ConsentEntry['action'], string> = {
  given: 'consent given',
  withdrawn: 'consent withdrawn',
  requested: 'confirmation requested',
  expired: 'request expired',
}

const methods: Record<ConsentMethod, string> = {
  api_key: 'through the API',
  person: 'by a member',
  import: 'by an import',
  workflow: 'by a workflow',
  form: 'by a signup form',
  confirmation_link: 'through the confirmation link',
  unsubscribe_link: 'on the preferences page',
  one_click: 'by one-click unsubscribe in a mail app',
  unsubscribe_mail: 'by email',
  sms_keyword: 'by a text message',
  carrier: 'at the carrier',
  complaint: 'by a spam complaint',
  expiry: 'without confirmation',
}

/** "Broadcast email: consent given through the API" */
export function consentInWords(
  { channel, scope, action, method }: Pick<ConsentEntry, 'channel' | 'scope' | 'action' | 'method'>,
  topic: string | undefined,
): string {
  const all = channel === 'email' ? 'Broadcast email' : 'Text messages'
  const what = { channel: all, topic: topic ?? 'A deleted topic', suppression_list: 'All email' }[scope]
  return `${what}: ${actions[action]} ${methods[method]}`
}
