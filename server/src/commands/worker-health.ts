/** The health checks of a worker: while it starts, works and stops. */
import { Refusal } from '#core/refusal.ts'
import type { Metrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'

type Working = { isWorking(): boolean }

export function workerHealth({ pool }: Database, { registry }: Metrics) {
  let worker: Working | undefined
  let draining = false
  return {
    registry,
    isDraining: () => draining,
    async checkReady() {
      await pool.query('select 1')
      if (!worker) throw new Refusal('service_unavailable', { message: 'The worker is starting.' })
      if (!worker.isWorking()) throw new Refusal('service_unavailable', { message: 'The worker is not working.' })
    },
    started(one: Working) {
      worker = one
    },
    startDraining() {
      draining = true
    },
  }
}
