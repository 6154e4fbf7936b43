import { expect, test } from 'vitest'
import { type Deliver, type Due, deliverJobs } from './jobs.ts'

const due = (count: number, special: Partial<Due> = {}): Due[] =>
  Array.from({ length: count }, (_, nth) => ({
    environmentId: 'env',
    emailId: `${nth}`,
    messageStream: 'transactional',
    deliveries: 1,
    ...special,
  }))

// `as`: a job does not say what its payload is.
const emailsOf = (jobs: ReturnType<typeof deliverJobs>) => jobs.map(({ payload }) => (payload as Deliver).emails)

test('a job has a hundred deliveries at most, and every email is in one', () => {
  const jobs = emailsOf(deliverJobs(due(250)))

  expect(jobs.map(emails => emails.length)).toEqual([100, 100, 50])
  expect(new Set(jobs.flat().map(([, id]) => id)).size).toBe(250)
})

test('recipients count, not emails, and an email is not split', () => {
  expect(emailsOf(deliverJobs(due(5, { deliveries: 40 }))).map(emails => emails.length)).toEqual([2, 2, 1])
  expect(emailsOf(deliverJobs(due(2, { deliveries: 100 }))).map(emails => emails.length)).toEqual([1, 1])
})

test('broadcasts have jobs of their own, which come after all others', () => {
  const jobs = deliverJobs([
    ...due(1, { messageStream: 'broadcast' }),
    ...due(2),
    ...due(1, { messageStream: 'broadcast' }),
  ])

  const lengths = emailsOf(jobs).map(emails => emails.length)
  expect(lengths.toSorted()).toEqual([2, 2])
  const [broadcast, transactional] = jobs
  expect(broadcast?.priority).toBeGreaterThan(transactional?.priority ?? Number.POSITIVE_INFINITY)
})

test('workers that are killed do not use up a job', () => {
  expect(deliverJobs(due(1))[0]?.maxAttempts).toBeGreaterThanOrEqual(1_000)
})

test('nothing due is no job', () => {
  expect(deliverJobs([])).toEqual([])
})
