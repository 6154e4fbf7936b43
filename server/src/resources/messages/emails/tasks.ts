import { perform } from '#worker/task.ts'
import type { Deliverer } from './deliver/deliver.ts'
import { deliverJob } from './jobs.ts'

export const emailTasks = (deliverer: Deliverer) =>
  perform(deliverJob, (job, context) => deliverer.deliver(job, context))
