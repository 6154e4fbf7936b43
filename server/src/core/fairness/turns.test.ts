import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Work that the test ends. */
function bench(atOnce: number) {
  const turn = turns(atOnce)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const ask = (tenant: string, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return turn(tenant, () => {
      begun.push(name)
      return end.promise
    })
  }
  return {
    begun,
    ask,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('at most two run at once, and a later tenant does not wait for all work of the first', async () => {
  const { begun, ask, end } = bench(2)
  const all = ['a1', 'a2', 'a3', 'a4'].map(name => ask('a', name))
  all.push(ask('b', 'b1'))
  expect(begun).toEqual(['a1', 'a2'])

  end('a1')
  await all[0]
  end('a2')
  await all[1]
  await Promise.resolve()

  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('failed work frees its slot', async () => {
  const { begun, ask, end, fail } = bench(1)
  const [first, second] = [ask('a', 'first'), ask('a', 'second')]

  fail('first')
  await expect(first).rejects.toThrow('first')
  end('second')
  await second

  expect(begun).toEqual(['first', 'second'])
})
