/** POST /v1/emails/batch with a hundred emails per request, against one email per request. */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { stored } from './stored-emails.ts'

const batch = 100
const connections = 8

export async function compareEmailsBatch(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  const order = { origin: api.url, key, status: 200 }
  const emails = { kind: 'emails', from: plainSender } as const
  const single = httpSide(bench, { ...order, requests: { ...emails, path: '/v1/emails' } }).side
  const batches = httpSide(bench, { ...order, connections, requests: { ...emails, path: '/v1/emails/batch', batch } })

  const figures = await alternate(bench, 'emails-batch', {
    batches: stored(bench, key, countingEmails(batches.side)),
    single: stored(bench, key, single),
  })

  return [
    {
      name: 'emails-batch',
      unit: '/s',
      ours: { label: `batches of ${batch}`, figures: figures.batches },
      other: { label: 'one per request', figures: figures.single },
      target: { ratioAtLeast: 2 },
    },
  ]
}

const countingEmails =
  (side: Side): Side =>
  async seconds => {
    const result = await side(seconds)
    return { ...result, perSecond: result.perSecond * batch }
  }
