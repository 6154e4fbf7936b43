import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { isLong } from '../../../../testing/long-tests.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { hashApiKey, newApiKey } from './api-key.ts'
import { createOrganization } from './create.ts'
import { callerFinder, callerIdentifier } from './identify.ts'

let database: Database
let key: string
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const created = await database.transaction(tx => createOrganization(tx, new Date(), { name: 'Timed', plan: 'free' }))
  key = created.liveKey
})
afterAll(() => database[Symbol.asyncDispose]())

const isKnown = 20
/** Wrong keys of the same length: one that begins like the right one, and one that does not. */
const alike = () => {
  const rest = randomBytes(24).toString('base64url')
  // Through bytes: V8 keeps a concatenated string in pieces, which is slower.
  return Buffer.from(key.slice(0, isKnown) + rest.slice(0, key.length - isKnown)).toString()
}
const random = () => Buffer.from(newApiKey('live')).toString()

test('the database is only queried for the hash of the whole key', async () => {
  const asked: unknown[] = []
  const find = callerFinder(database.db)
  const identify = callerIdentifier(
    hash => {
      asked.push(hash)
      return find(hash)
    },
    () => 0,
  )

  const [guess, other] = [alike(), random()]
  expect(await identify(guess)).toBeUndefined()
  expect(await identify(other)).toBeUndefined()
  expect(await identify(key)).toBeDefined()

  expect(asked).toEqual([guess, other, key].map(hashApiKey))
})

// A statistical test: it may fail on a busy machine.
test.runIf(isLong)('a wrong key with the beginning of a valid one takes as long as any other', async () => {
  const pairs = 2_500
  const find = callerFinder(database.db)

  /** Measures each key twice, alternating with another; the time until the answer without the database's time. */
  async function tOfOneRound(): Promise<number> {
    const identify = callerIdentifier(find, () => 0)
    const guesses = Array.from({ length: pairs }, () => [alike(), random()] as const)
    await identify(key)
    // At most as many at once as look-ups may wait.
    for (let from = 0; from < pairs; from += 250)
      await Promise.all(
        guesses
          .slice(from, from + 250)
          .flat()
          .map(identify),
      )
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < 2; round++) {
      for (const [nth, pair] of guesses.entries()) {
        for (const which of nth % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const begun = process.hrtime.bigint()
          void identify(pair[which])
          times[which].push(Number(process.hrtime.bigint() - begun))
        }
      }
    }
    return welch(trimmed(times[0]), trimmed(times[1]))
  }

  // Noise disappears with more rounds; a difference in the code does not.
  const rounds: number[] = []
  while (rounds.length < 4 && !rounds.some(t => Math.abs(t) < 4.5)) rounds.push(await tOfOneRound())
  expect(
    rounds.some(t => Math.abs(t) < 4.5),
    `t = ${rounds.join(', ')}`,
  ).toBe(true)
})

/** Without the slowest tenth, to exclude pauses of the machine. */
const trimmed = (times: readonly number[]): number[] =>
  times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * 0.9))

function welch(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [moments(a), moments(b)]
  return (one.mean - other.mean) / Math.sqrt(one.variance / a.length + other.variance / b.length)
}

function moments(list: readonly number[]) {
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length
  const variance = list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1)
  return { mean, variance }
}
