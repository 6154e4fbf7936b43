/** POST /v1/sms while nothing is delivered, against POST /v1/emails: a short text must not cost more than 1.5 KB of html. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { stored } from './stored-emails.ts'
import { storedSms } from './stored-sms.ts'

export async function compareSmsAccept(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  const order = { origin: api.url, key, status: 200 }
  const sms = httpSide(bench, { ...order, requests: { kind: 'sms', path: '/v1/sms' } }).side
  const emails = httpSide(bench, { ...order, requests: { kind: 'emails', path: '/v1/emails', from: plainSender } }).side

  const figures = await alternate(bench, 'sms-accept', {
    sms: storedSms(bench, key, sms),
    emails: stored(bench, key, emails),
  })

  return [
    {
      name: 'sms-accept',
      unit: '/s',
      ours: { label: 'POST /v1/sms', figures: figures.sms },
      other: { label: 'POST /v1/emails', figures: figures.emails },
      target: { ratioAtLeast: 1 },
    },
  ]
}
