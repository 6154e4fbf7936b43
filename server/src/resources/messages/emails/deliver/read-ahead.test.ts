import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

const email = { environmentId: 'live', emailId: 'ada' }
const other = { environmentId: 'live', emailId: 'bob' }

/** Reads everything, counts the reads, and can be told the time. */
function scene({ fails = 0 } = {}) {
  const asked: string[] = []
  let now = 0
  const ahead = readAhead(
    async ({ emailId }) => {
      asked.push(emailId)
      if (asked.length <= fails) throw new Error('connection lost')
      return emailId
    },
    () => now,
  )
  return { asked, ahead, wait: (ms: number) => (now += ms) }
}

test('an announced email is read once, before it is taken', async () => {
  const { ahead, asked } = scene()
  ahead.announce(email)

  expect(asked).toEqual(['ada'])
  expect(await ahead.take([email])).toBe('ada')
  expect(asked).toHaveLength(1)
})

test.each([
  ['it is taken again', async ({ ahead }) => void (await ahead.take([email])), [email]],
  ['another one is taken', async () => {}, [other]],
  ['it is taken together with another', async () => {}, [email, other]],
  ['a moment has passed', async ({ wait }) => void wait(1_000), [email]],
] satisfies [string, (given: ReturnType<typeof scene>) => Promise<void>, object[]][])(
  'what was read is not used when %s',
  async (_, happen, taken) => {
    const given = scene()
    given.ahead.announce(email)
    await happen(given)

    expect(await given.ahead.take(taken)).toBeUndefined()
  },
)

test('a failure to read it ahead is no failure', async () => {
  const { ahead } = scene({ fails: 1 })
  ahead.announce(email)

  expect(await ahead.take([email])).toBeUndefined()
})

test('of many announced emails, one is read ahead', () => {
  const { ahead, asked, wait } = scene()
  for (const one of [email, other, email]) ahead.announce(one)
  expect(asked).toEqual(['ada'])

  wait(1_000)
  ahead.announce(other)
  expect(asked).toEqual(['ada', 'bob'])
})
