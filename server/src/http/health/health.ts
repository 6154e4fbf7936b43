import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { Refusal } from '#core/refusal.ts'
import { type MetricList, metricsWith } from '../registry.ts'

export type Health = {
  checkReady: () => Promise<void>
  isDraining: () => boolean
  registry: Registry
  /** The metrics of the processes that this one answers for. */
  otherMetrics?: (() => Promise<MetricList[]>) | undefined
}

export const healthPaths = ['/healthz', '/readyz', '/metrics']

/** Liveness, readiness and metrics for operators, without a key. */
export function healthRoutes(app: FastifyInstance, { checkReady, isDraining, registry, otherMetrics }: Health): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    if (isDraining()) throw new Refusal('service_unavailable', { message: 'Shutting down.' })
    try {
      await checkReady()
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      throw new Refusal('service_unavailable', { message: 'The database does not answer.', cause })
    }
    return { status: 'ready' }
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await metricsWith(registry, (await otherMetrics?.()) ?? [])),
  )
}
