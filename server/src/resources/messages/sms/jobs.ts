import { defineJob, type Job } from '#queue/job.ts'
import type { SmsKey } from '#transports/carrier.ts'

/** Submits what is open of these messages. One job has many, since a job costs more than a message. */
export type Submit = { messages: readonly (readonly [environmentId: string, smsId: string])[] }
export const submitJob = defineJob<Submit>('submit_sms')

export const expireJob = defineJob<object>('expire_sms_leftovers')

/** Enough to make the cost of a job small, few enough to be spread over workers. */
const messagesPerJob = 100

/** What has waited before waits for what is new: a carrier that is away must not hold up those that are not. */
export const afterNew = 5

export function submitJobs(due: readonly SmsKey[], priority = 0): Job[] {
  const jobs: Job[] = []
  for (let start = 0; start < due.length; start += messagesPerJob) {
    const messages = due.slice(start, start + messagesPerJob)
    // A worker that is killed uses up an attempt as well.
    jobs.push(
      submitJob(
        { messages: messages.map(one => [one.environmentId, one.smsId] as const) },
        { priority, maxAttempts: 1_000 },
      ),
    )
  }
  return jobs
}
