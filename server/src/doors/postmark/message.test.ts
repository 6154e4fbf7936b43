import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import { expect, test } from 'vitest'
import { toMessage } from './message.ts'

const id = '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55'
const email: EmailListItem = {
  ...{ id, from: 'hello@acme.test', to: ['ada@example.com'], message_id: `${id}@acme.test`, subject: 'Hello' },
  ...{ message_stream: 'transactional', track_opens: false, track_clicks: false },
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

test.each([
  [{}, { MessageStream: 'outbound', TrackOpens: false, TrackLinks: 'None' }],
  [{ message_stream: 'broadcast' }, { MessageStream: 'broadcast' }],
  [
    { track_opens: true, track_clicks: true },
    { TrackOpens: true, TrackLinks: 'HtmlOnly' },
  ],
] as const)('stream and tracking are converted: %o', (asked, shown) => {
  expect(toMessage({ ...email, ...asked })).toMatchObject(shown)
})

test('attachments are listed by name', () => {
  expect(toMessage(email, ['a.txt'])).toMatchObject({ Attachments: ['a.txt'] })
})
