/** Sending through each door against our own route: the same message, stored, charged and queued before its answer. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import type { EmailForm } from '../load.ts'
import type { Row } from '../row.ts'
import { stored } from './stored-emails.ts'
import { storedSms } from './stored-sms.ts'

type Posting = { path: string; status: number; as?: EmailForm; keyHeader?: string }

const doors: Record<string, Posting> = {
  Resend: { path: '/resend/emails', status: 200 },
  SendGrid: { path: '/sendgrid/v3/mail/send', status: 202, as: 'sendgrid' },
  Postmark: { path: '/postmark/email', status: 200, as: 'postmark', keyHeader: 'x-postmark-server-token' },
}

export async function compareDoors(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  const posting = ({ path, as, ...order }: Posting) => {
    const requests = { kind: 'emails', path, from: plainSender, ...(as && { as }) } as const
    return stored(bench, key, httpSide(bench, { origin: api.url, requests, key, ...order }).side)
  }
  const rows: Row[] = []
  for (const [name, door] of Object.entries(doors)) {
    const sides = { ours: posting(door), other: posting({ path: '/v1/emails', status: 200 }) }
    const figures = await alternate(bench, `doors, ${name}`, sides)
    rows.push({
      name: `doors, ${name}`,
      unit: '/s',
      ours: { label: `POST ${door.path}`, figures: figures.ours },
      other: { label: 'POST /v1/emails', figures: figures.other },
      target: { ratioAtLeast: 0.9 },
    })
  }
  rows.push(await compareTwilio(bench))
  return rows
}

async function compareTwilio(bench: HttpBench): Promise<Row> {
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  const path = '/twilio/2010-04-01/Accounts/AC/Messages.json'
  const door = { keyHeader: 'basic', status: 201, requests: { kind: 'sms', path, as: 'twilio' } } as const
  const own = { status: 200, requests: { kind: 'sms', path: '/v1/sms' } } as const
  const posting = (order: typeof door | typeof own) =>
    storedSms(bench, key, httpSide(bench, { origin: api.url, key, ...order }).side)
  const figures = await alternate(bench, 'doors, Twilio', { ours: posting(door), other: posting(own) })
  return {
    name: 'doors, Twilio',
    unit: '/s',
    ours: { label: 'POST /twilio/…/Messages.json', figures: figures.ours },
    other: { label: 'POST /v1/sms', figures: figures.other },
    target: { ratioAtLeast: 0.9 },
  }
}
