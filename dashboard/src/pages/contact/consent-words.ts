import type { ConsentEntry, ConsentMethod } from '@posthorn/contract/audience/consent'

const actions: Record<ConsentEntry['action'], string> = {
  given: 'agreed to',
  withdrawn: 'withdrawn',
  requested: 'to be confirmed',
  expired: 'not confirmed in time',
}

const methods: Record<ConsentMethod, string> = {
  api_key: 'by an API key',
  person: 'by a member',
  import: 'by an import',
  workflow: 'by a workflow',
  form: 'by a signup form',
  confirmation_link: 'by the confirmation link',
  unsubscribe_link: 'on the preferences page',
  one_click: 'by one click in the mail program',
  unsubscribe_mail: 'by mail',
  sms_keyword: 'by a text message',
  complaint: 'by a spam complaint',
  expiry: 'by itself',
}

/** "Broadcast email: agreed to by an API key" */
export function consentInWords(
  { channel, scope, action, method }: Pick<ConsentEntry, 'channel' | 'scope' | 'action' | 'method'>,
  topic: string | undefined,
): string {
  const all = channel === 'email' ? 'Broadcast email' : 'Text messages'
  const what = { channel: all, topic: topic ?? 'A deleted topic', suppression_list: 'All email' }[scope]
  return `${what}: ${actions[action]} ${methods[method]}`
}
