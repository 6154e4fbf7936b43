import { expect, test } from 'vitest'
import { invalid, Refusal } from '#core/refusal.ts'
import { verdictsOf } from './verdicts.ts'

const used = new Refusal('daily_quota_exceeded')
const wrong = invalid({ path: 'to', message: 'is odd' })
const answering = (verdicts: readonly (string | Error)[]) =>
  verdictsOf(verdicts, async verdict => {
    if (verdict instanceof Error) throw verdict
    return verdict
  })

test('each item has its own verdict, in order', async () => {
  expect(await answering(['a', wrong, 'b'])).toEqual(['a', wrong, 'b'])
  expect(await answering([wrong, wrong])).toEqual([wrong, wrong])
})

test('partial success is reported per item, even when the rest exceeded the quota', async () => {
  expect(await answering(['a', used])).toEqual(['a', used])
})

test('when nothing succeeds for a reason that all items share, the whole request is refused', async () => {
  await expect(answering([wrong, used])).rejects.toBe(used)
  await expect(answering(['a', new Error('unforeseen')])).rejects.toThrow('unforeseen')
})

test('at most a hundred items run at once', async () => {
  let [open, most] = [0, 0]
  const items = Array.from({ length: 250 }, (_, index) => index)
  const verdicts = await verdictsOf(items, async item => {
    most = Math.max(most, ++open)
    await Promise.resolve()
    open--
    return item
  })
  expect([verdicts, most]).toEqual([items, 100])
})
