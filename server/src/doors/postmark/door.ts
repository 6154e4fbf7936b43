/** Postmark's API for sending, messages and suppressions, for clients that only change their base URL. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { emailOperations } from './emails.ts'
import { describe } from './errors.ts'
import { messageOperations } from './messages.ts'
import { suppressionOperations } from './suppressions.ts'
import { unsupported } from './unsupported.ts'

const header = 'x-postmark-server-token'

export const postmarkDoor: Door = {
  name: 'postmark',
  operations: [...emailOperations, ...messageOperations, ...suppressionOperations],
  unsupported,
  // For clients that accept a host but no path.
  atRoot: { header, value: /./, words: ['email', 'messages', 'message-streams'] },
  ignoresCase: true,
  keyOf: headers => headers[header]?.toString(),
  describe,
}
