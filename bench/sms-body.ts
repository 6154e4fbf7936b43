/** The text message that every comparison sends: one segment in the GSM alphabet, different in each round. */
import type { SmsSend } from '@posthorn/contract/messages/sms'

const from = '+15005550006'

export const smsTo = (to: string, round: number): SmsSend & { body: string } => ({
  from,
  to,
  body: `Acme: your order ${round} leaves our house tomorrow and comes between 9 and 12. Change it: https://acme.test/o`,
})
