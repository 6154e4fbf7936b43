import { defineJob } from '#queue/job.ts'

/** Tells the worker that these webhooks have something to send. What it is stands in their deliveries. */
export type DeliverWebhooks = { webhooks: readonly (readonly [environmentId: string, webhookId: string])[] }
export const deliverWebhooksJob = defineJob<DeliverWebhooks>('deliver_webhooks')

export type RunKey = { environmentId: string; runId: string }

/** Takes these runs of workflows a step further. */
export type AdvanceRuns = { runs: readonly (readonly [environmentId: string, runId: string])[] }
export const advanceRunsJob = defineJob<AdvanceRuns>('advance_runs')

/** Enough to make the cost of a job small, few enough to be spread over workers. */
const runsPerJob = 100
/** Whoever sends now does not wait for automations. */
const priority = 5

export function advanceRunsJobs(runs: readonly RunKey[]) {
  const jobs = []
  for (let from = 0; from < runs.length; from += runsPerJob) {
    const page = runs.slice(from, from + runsPerJob).map(({ environmentId, runId }) => [environmentId, runId] as const)
    // A worker that is killed uses up an attempt as well.
    jobs.push(advanceRunsJob({ runs: page }, { priority, maxAttempts: 1_000 }))
  }
  return jobs
}
