/**
 * Load at a fixed pace. The time of a request starts when it was due, so waiting for a slow server is part of its time
 * (no coordinated omission).
 */
import { Agent, request as ask } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadOrder, LoadResult } from './load.ts'
import { quantile } from './row.ts'
import type { VariedRequest } from './varied-request.ts'

type PacedOrder = LoadOrder & { perSecond: number }

export async function runPaced(
  { origin, connections, seconds, perSecond }: PacedOrder,
  varied: VariedRequest,
): Promise<Omit<LoadResult, 'generatorCpu'>> {
  using agent = new PacedAgent(connections)
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let errors = 0
  const answers: Promise<void>[] = []
  const send = async (dueAt: number): Promise<void> => {
    try {
      const status = await answerTo(origin, agent, varied)
      latencies.push(performance.now() - dueAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    } catch {
      errors++
    }
  }

  const start = performance.now()
  const amount = Math.round(seconds * perSecond)
  while (answers.length < amount) {
    const due = Math.min(amount, ((performance.now() - start) / 1_000) * perSecond)
    while (answers.length < due) answers.push(send(start + (answers.length / perSecond) * 1_000))
    await pause(1)
  }
  await Promise.all(answers)

  const latencyOf = (part: number) => Number(quantile(latencies, part).toFixed(2))
  return {
    seconds: (performance.now() - start) / 1_000,
    statuses,
    errors,
    unanswered: 0,
    latencyMs: { p50: latencyOf(0.5), p99: latencyOf(0.99) },
  }
}

class PacedAgent extends Agent {
  constructor(connections: number) {
    super({ keepAlive: true, maxSockets: connections })
  }

  [Symbol.dispose](): void {
    this.destroy()
  }
}

function answerTo(origin: string, agent: Agent, { request, blank, next }: VariedRequest): Promise<number> {
  const { method = 'GET', path = '/', headers = {}, body } = request
  return new Promise((resolve, reject) => {
    const outgoing = ask(
      `${origin}${path.replaceAll(blank, next)}`,
      { method, headers, agent, timeout: 10_000 },
      reply => {
        reply.on('error', reject)
        reply.on('end', () => resolve(reply.statusCode ?? 0))
        reply.resume()
      },
    )
    outgoing.on('error', reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 10 s')))
    outgoing.end(body?.replaceAll(blank, next))
  })
}
