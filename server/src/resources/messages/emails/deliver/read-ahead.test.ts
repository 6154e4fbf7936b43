import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

const email = { environmentId: 'live', emailId: 'ada' }
const other = { environmentId: 'live', emailId: 'bob' }

/** Finds everything, counts the questions, and can be told the time. */
function scene({ fails = 0 } = {}) {
  const asked: string[][] = []
  let now = 0
  const ahead = readAhead(
    async emails => {
      asked.push(emails.map(({ emailId }) => emailId))
      if (asked.length <= fails) throw new Error('connection lost')
      return emails.map(({ emailId }) => ({ emailId, nth: asked.length }))
    },
    () => now,
  )
  return { asked, ahead, wait: (ms: number) => (now += ms) }
}

test('an announced email is read once, before it is taken', async () => {
  const { ahead, asked } = scene()
  ahead.announce(email)

  expect(asked).toEqual([['ada']])
  expect(await ahead.read([email])).toEqual([{ emailId: 'ada', nth: 1 }])
  expect(asked).toHaveLength(1)
})

test.each([
  ['it is taken again', async ({ ahead }) => void (await ahead.read([email])), [email]],
  ['another one is taken', async () => {}, [other]],
  ['it is taken together with another', async () => {}, [email, other]],
  ['a moment has passed', async ({ wait }) => void wait(1_000), [email]],
] satisfies [string, (given: ReturnType<typeof scene>) => Promise<void>, object[]][])(
  'it is read anew when %s',
  async (_, happen, taken) => {
    const given = scene()
    given.ahead.announce(email)
    await happen(given)

    await given.ahead.read(taken)

    expect(given.asked.at(-1)).toEqual(taken.map(({ emailId }) => emailId))
    expect(given.asked).toHaveLength(2)
  },
)

test('a failure to read it ahead is no failure', async () => {
  const { ahead } = scene({ fails: 1 })
  ahead.announce(email)

  expect(await ahead.read([email])).toEqual([{ emailId: 'ada', nth: 2 }])
})

test('of many announced emails, one is read ahead', () => {
  const { ahead, asked, wait } = scene()
  for (const one of [email, other, email]) ahead.announce(one)
  expect(asked).toEqual([['ada']])

  wait(1_000)
  ahead.announce(other)
  expect(asked).toEqual([['ada'], ['bob']])
})
