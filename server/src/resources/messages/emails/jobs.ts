import { defineJob } from '#queue/job.ts'

/** An email by the environment and the id that it has there. */
export type EmailKey = { environmentId: string; emailId: string }

/** Delivers what is open of these emails. One job has many, since a job costs more than a delivery. */
export type Deliver = { emails: readonly (readonly [environmentId: string, emailId: string])[] }
export const deliverJob = defineJob<Deliver>('deliver_emails')

/** Deliveries in one job: enough to make its cost small, few enough to be spread over workers. */
const deliveriesPerJob = 100
/** Broadcasts wait until no transactional email does. */
const priorityOf = { transactional: 0, broadcast: 10 } as const

export type Due = EmailKey & { messageStream: keyof typeof priorityOf; deliveries: number }

/** What has waited before waits for what is new: a server that is away must not hold up those that are not. */
export const afterNew = 5

export function deliverJobs(due: readonly Due[], later = 0) {
  const byStream = Map.groupBy(due, ({ messageStream }) => messageStream)
  return [...byStream].flatMap(([stream, emails]) =>
    inPortions(emails).map(portion =>
      deliverJob(
        { emails: portion.map(({ environmentId, emailId }) => [environmentId, emailId] as const) },
        // A worker that is killed uses up an attempt as well.
        { priority: priorityOf[stream] + later, maxAttempts: 1_000 },
      ),
    ),
  )
}

function inPortions(emails: readonly Due[]): Due[][] {
  const portions: Due[][] = []
  let room = 0
  for (const email of emails) {
    if (room < email.deliveries || portions.length === 0) {
      portions.push([])
      room = deliveriesPerJob
    }
    portions.at(-1)?.push(email)
    room -= email.deliveries
  }
  return portions
}
