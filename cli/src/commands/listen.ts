import { forwardEvents, readForwarding } from '../../../server/src/operator/commands/listening/forward-events.ts'
import { defineCommand, live } from '../command.ts'
import { accessFor } from '../login-file.ts'

export const listen = defineCommand({
  name: 'listen',
  summary: 'Forwards events to your own URL as they happen, signed like a webhook',
  example: "listen --forward http://localhost:4000/hook --events 'email.*,sms.received'",
  options: {
    forward: { value: '<url>', summary: 'The URL to post events to, one after the other', required: true },
    events: { value: '<names>', summary: 'The events to forward, separated by commas; default: all', multiple: true },
    live,
  },
  run(given, terminal) {
    readForwarding(given)
    return forwardEvents({ ...given, ...accessFor(terminal.env, given.live) }, terminal)
  },
})
