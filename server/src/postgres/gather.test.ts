import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type GatherOptions, gather } from './gather.ts'

/** Work that is under way until it is told to end, batch by batch. */
function held(options: GatherOptions<number> = {}) {
  const batches: { items: readonly number[]; end: () => void }[] = []
  const work = gather<number, number>(
    items => new Promise(resolve => batches.push({ items, end: () => resolve(items.map(item => item * 2)) })),
    options,
  )
  let given = 0
  const give = (amount: number) => Promise.all(Array.from({ length: amount }, () => work(given++)))
  const sizes = () => batches.map(({ items }) => items.length)
  const end = async (nth: number) => {
    batches[nth]?.end()
    await turn()
    await turn()
  }
  return { give, sizes, end }
}

test('one batch is under way at a time, and what waits behind it is the next', async () => {
  const { give, sizes, end } = held()

  const answers = [give(1), give(100)]
  expect(sizes()).toEqual([1])
  await end(0)
  expect(sizes()).toEqual([1, 100])
  await end(1)

  expect((await Promise.all(answers)).flat()).toEqual(Array.from({ length: 101 }, (_, nth) => nth * 2))
})

test('with overlap, half of the crowd begins beside the batch under way, and there is never a third', async () => {
  const { give, sizes, end } = held({ overlapFrom: 8 })

  const answers = [give(1), give(7)]
  expect(sizes(), 'too few for a batch of their own').toEqual([1])
  answers.push(give(1))
  expect(sizes()).toEqual([1, 8])
  answers.push(give(30))
  expect(sizes(), 'two are under way').toEqual([1, 8])
  await end(0)
  expect(sizes()).toEqual([1, 8, 30])
  answers.push(give(17))
  await end(1)
  expect(sizes(), '17 are not half of 47').toEqual([1, 8, 30])
  await end(2)
  expect(sizes(), 'nothing is under way any more').toEqual([1, 8, 30, 17])
  await end(3)

  expect((await Promise.all(answers)).flat()).toHaveLength(56)
})

test('a crowd of more than two batches need not wait until half of it waits', async () => {
  const { give, sizes, end } = held({ overlapFrom: 8, maxBatch: 20 })

  const answers = [give(1), give(56)]
  await end(0)
  expect(sizes()).toEqual([1, 8, 20])
  await end(1)
  expect(sizes(), 'the 28 that wait are less than half of 57').toEqual([1, 8, 20, 20])
  for (const nth of [2, 3, 4]) await end(nth)

  expect((await Promise.all(answers)).flat()).toHaveLength(57)
})

test('with a pause, what came while a batch was under way waits for more, and what comes at rest does not wait', async () => {
  const { give, sizes, end } = held({ pauseMs: 1_000, maxBatch: 20 })

  const answers = [give(1), give(2)]
  await end(0)
  expect(sizes(), 'two wait for more').toEqual([1])
  answers.push(give(3))
  await expect.poll(sizes).toEqual([1, 5])
  await end(1)
  answers.push(give(1))
  expect(sizes(), 'at rest').toEqual([1, 5, 1])
  answers.push(give(20))
  await end(2)
  expect(sizes(), 'there is no room for more').toEqual([1, 5, 1, 20])
  await end(3)

  expect((await Promise.all(answers)).flat()).toHaveLength(27)
})

test('whatever the order in which batches end, each item has its own answer and none is forgotten', async () => {
  let underWay = 0
  const most: number[] = []
  const work = gather<number, number>(
    async items => {
      most.push(++underWay)
      for (let turns = items.length % 5; turns >= 0; turns--) await turn()
      underWay--
      return items.map(item => -item)
    },
    { overlapFrom: 8 },
  )
  const comeBack = async (client: number) => {
    for (let nth = 0; nth < 50; nth++) {
      const item = client * 50 + nth
      expect(await work(item)).toBe(-item)
      if ((client + nth) % 3 === 0) await turn()
    }
  }

  await Promise.all(Array.from({ length: 40 }, (_, client) => comeBack(client)))

  expect(Math.max(...most)).toBe(2)
})

/** Items are named after their tenants: 'a1', 'a2', 'b1'. */
function heldByTenant(options: GatherOptions<string> = {}) {
  const batches: { items: readonly string[]; end: () => void }[] = []
  const work = gather<string, string>(
    items => new Promise(resolve => batches.push({ items, end: () => resolve(items) })),
    { tenantOf: item => item.charAt(0), ...options },
  )
  return { work, batches }
}

test('a batch takes one of each tenant in turn, however long the line of one is', async () => {
  const { work, batches } = heldByTenant({ maxBatch: 5 })
  const answers = ['x0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1'].map(work)

  for (let nth = 0; nth < 3; nth++) {
    batches[nth]?.end()
    await turn()
    await turn()
  }

  expect(batches.map(({ items }) => items.join(' '))).toEqual(['x0', 'a1 b1 c1 a2 b2', 'a3 a4 a5 a6'])
  batches[3]?.end()
  expect(await Promise.all(answers)).toHaveLength(10)
})

test('when too many wait, whoever has most of them is refused, and a tenant with few is not', async () => {
  const { work, batches } = heldByTenant({ maxWaiting: 6 })
  const fates: string[] = []
  const give = (item: string) =>
    work(item).then(
      () => fates.push(`${item} done`),
      error => fates.push(`${item} ${error.code}`),
    )

  void give('x0')
  const given = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'b2', 'c1'].map(give)
  await turn()

  const refused = ['a7', 'a6', 'a5', 'a4'].map(item => `${item} service_unavailable`)
  expect(fates, 'the newest of the longest line').toEqual(refused)
  for (const { end } of batches) end()
  await turn()
  await turn()
  for (const { end } of batches) end()
  await Promise.all(given)
  expect(fates.filter(fate => fate.endsWith('done'))).toHaveLength(7)
})
