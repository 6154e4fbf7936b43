/** POST /v1/emails while nothing is delivered, against two bare Fastify routes: one that only answers, and one with a transaction per request. */
import { alternate, type Side } from '../alternate.ts'
import type { HttpBench } from '../bench-context.ts'
import { plainSender } from '../email-body.ts'
import { httpSide } from '../http-side.ts'
import { median, type Row } from '../row.ts'
import { stored } from './stored-emails.ts'

export async function compareEmailsAccept(bench: HttpBench): Promise<Row[]> {
  const { api, bare, keys } = bench.services
  const posting = (origin: string, path: string, given: { key?: string; perSecond?: number } = {}) =>
    httpSide(bench, { origin, requests: { kind: 'emails', path, from: plainSender }, status: 200, ...given }).side
  const key = keys.unlimited.live

  const figures = await alternate(bench, 'emails-accept', {
    ours: stored(bench, key, posting(api.url, '/v1/emails', { key })),
    validating: posting(bare.url, '/emails/validated'),
    alone: stored(bench, keys.alone.live, posting(bare.url, '/emails/alone')),
  })
  const perSecond = Math.round(median(figures.ours) / 2)
  const latencies = await alternate(bench, 'emails-accept at half load', {
    ours: showingP99(stored(bench, key, posting(api.url, '/v1/emails', { key, perSecond }))),
    validating: showingP99(posting(bare.url, '/emails/validated', { perSecond })),
  })

  const ours = { label: 'POST /v1/emails', figures: figures.ours }
  return [
    {
      name: 'emails-accept (no database)',
      unit: '/s',
      ours,
      other: { label: 'bare POST', figures: figures.validating },
      target: { ratioAtLeast: 0.5 },
    },
    {
      name: 'emails-accept',
      unit: '/s',
      ours,
      other: { label: 'transaction per request', figures: figures.alone },
      target: { ratioAtLeast: 8 },
    },
    {
      name: 'emails-accept, p99 at half load',
      unit: 'ms',
      ours: { label: `${perSecond.toLocaleString('en')}/s`, figures: latencies.ours },
      other: { label: 'bare POST', figures: latencies.validating },
      target: { oursBelow: 100 },
    },
  ]
}

const showingP99 =
  (side: Side): Side =>
  async seconds => {
    const result = await side(seconds)
    return { ...result, figure: result.load?.latencyMs.p99 ?? Number.NaN }
  }
