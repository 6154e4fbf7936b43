import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { expect, test } from 'vitest'
import { toMessage } from './message.ts'

const id = '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55'
const email: EmailListItem = {
  ...{ id, from: 'hello@acme.test', to: ['ada@example.com'], message_id: `${id}@acme.test`, subject: 'Hello' },
  ...{ status: 'delivered', created_at: '2026-11-18T09:30:00.000Z', scheduled_for: null },
  ...{ sent_at: '2026-11-18T09:30:01.000Z', opened_at: null, clicked_at: null },
}

test.each([
  ['scheduled', 'Queued'],
  ['processing', 'Queued'],
  ['delivered', 'Sent'],
  ['bounced', 'Sent'],
  ['suppressed', 'Suppressed'],
  ['canceled', 'Canceled'],
] as const)('an email that is %s is shown as %s', (status, Status) => {
  expect(toMessage({ ...email, status })).toMatchObject({ Status })
})

test('what shows of the stream and of tracking is told, and the rest is left out rather than guessed', () => {
  const at = '2026-11-18T10:00:00.000Z'

  for (const name of ['MessageStream', 'TrackOpens', 'TrackLinks']) expect(toMessage(email)).not.toHaveProperty(name)
  expect(toMessage({ ...email, topic_id: id })).toMatchObject({ MessageStream: 'broadcast' })
  expect(toMessage({ ...email, opened_at: at, clicked_at: at })).toMatchObject({
    ...{ TrackOpens: true, TrackLinks: 'HtmlOnly' },
  })
})

test('files are named', () => {
  expect(toMessage(email, ['a.txt'])).toMatchObject({ Attachments: ['a.txt'] })
})
