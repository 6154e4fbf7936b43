import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type GatherOptions, gather } from './gather.ts'

/** Work whose batches run until the test ends them. */
function manualGather(options: GatherOptions<number> = {}) {
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

test('one batch runs at a time, and the items that wait meanwhile are the next', async () => {
  const { give, sizes, end } = manualGather()

  const answers = [give(1), give(100)]
  expect(sizes()).toEqual([1])
  await end(0)
  expect(sizes()).toEqual([1, 100])
  await end(1)

  expect((await Promise.all(answers)).flat()).toEqual(Array.from({ length: 101 }, (_, nth) => nth * 2))
})

test('with overlap, half of the recent peak starts a second batch, and there is never a third', async () => {
  const { give, sizes, end } = manualGather({ overlapFrom: 8 })

  const answers = [give(1), give(7)]
  expect(sizes(), 'too few for a batch of their own').toEqual([1])
  answers.push(give(1))
  expect(sizes()).toEqual([1, 8])
  answers.push(give(30))
  expect(sizes(), 'two are running').toEqual([1, 8])
  await end(0)
  expect(sizes()).toEqual([1, 8, 30])
  answers.push(give(17))
  await end(1)
  expect(sizes(), '17 are not half of 47').toEqual([1, 8, 30])
  await end(2)
  expect(sizes(), 'nothing is running any more').toEqual([1, 8, 30, 17])
  await end(3)

  expect((await Promise.all(answers)).flat()).toHaveLength(56)
})

test('with a peak of more than two batches, a full batch is enough for a second one', async () => {
  const { give, sizes, end } = manualGather({ overlapFrom: 8, maxBatch: 20 })

  const answers = [give(1), give(56)]
  await end(0)
  expect(sizes()).toEqual([1, 8, 20])
  await end(1)
  expect(sizes(), 'the 28 waiting are less than half of 57').toEqual([1, 8, 20, 20])
  for (const nth of [2, 3, 4]) await end(nth)

  expect((await Promise.all(answers)).flat()).toHaveLength(57)
})

test('with a pause, items that arrived during a batch wait for more, and an item that arrives while idle does not', async () => {
  const { give, sizes, end } = manualGather({ pauseMs: 1_000, maxBatch: 20 })

  const answers = [give(1), give(2)]
  await end(0)
  expect(sizes(), 'two wait for more').toEqual([1])
  answers.push(give(3))
  await expect.poll(sizes).toEqual([1, 5])
  await end(1)
  answers.push(give(1))
  expect(sizes(), 'idle').toEqual([1, 5, 1])
  answers.push(give(20))
  await end(2)
  expect(sizes(), 'the batch is full').toEqual([1, 5, 1, 20])
  await end(3)

  expect((await Promise.all(answers)).flat()).toHaveLength(27)
})

test('in whatever order batches end, each item gets its own answer and none is lost', async () => {
  let running = 0
  const most: number[] = []
  const work = gather<number, number>(
    async items => {
      most.push(++running)
      for (let turns = items.length % 5; turns >= 0; turns--) await turn()
      running--
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
function manualGatherByTenant(options: GatherOptions<string> = {}) {
  const batches: { items: readonly string[]; end: () => void }[] = []
  const work = gather<string, string>(
    items => new Promise(resolve => batches.push({ items, end: () => resolve(items) })),
    { tenantOf: item => item.charAt(0), ...options },
  )
  return { work, batches }
}

test('a batch takes one item of each tenant in turn, however long the queue of one is', async () => {
  const { work, batches } = manualGatherByTenant({ maxBatch: 5 })
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

test('when too many wait, the tenant with the most is refused, and a tenant with few is not', async () => {
  const { work, batches } = manualGatherByTenant({ maxWaiting: 6 })
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
  expect(fates, 'the newest of the longest queue').toEqual(refused)
  for (const { end } of batches) end()
  await turn()
  await turn()
  for (const { end } of batches) end()
  await Promise.all(given)
  expect(fates.filter(fate => fate.endsWith('done'))).toHaveLength(7)
})
