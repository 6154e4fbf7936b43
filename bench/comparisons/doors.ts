/** A send through each door against our own route: the same email, stored, paid for and queued before its answer. */
import { alternate } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import type { Row } from '../row.ts'
import { stored } from './stored-emails.ts'

export async function compareDoors(bench: HttpBench): Promise<Row[]> {
  const { api, keys } = bench.services
  const key = keys.unlimited.live
  const posting = (path: string) =>
    stored(
      bench,
      key,
      httpSide(bench, { origin: api.url, requests: { kind: 'emails', path, from: plainSender }, status: 200, key })
        .side,
    )
  const figures = await alternate(bench, 'doors', { ours: posting('/resend/emails'), other: posting('/v1/emails') })
  return [
    {
      name: 'doors, Resend',
      unit: '/s',
      ours: { label: 'POST /resend/emails', figures: figures.ours },
      other: { label: 'POST /v1/emails', figures: figures.other },
      target: { ratioAtLeast: 0.9 },
    },
  ]
}
