import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FairGateOptions, fairGate } from './fair-gate.ts'

/** Who is inside, in the order in which they came in. */
function doorman(options: Partial<FairGateOptions> = {}) {
  const gate = fairGate({ slots: 3, perTenant: 2, waitingPerTenant: 5, maxWaitMs: 10_000, ...options })
  const inside: { tenant: string; leave: () => void }[] = []
  return {
    inside: () => inside.map(({ tenant }) => tenant).join(''),
    come: (tenant: string) => gate(tenant).then(leave => void inside.push({ tenant, leave })),
    /** One after the other; those that are still waiting when the test ends are forgotten. */
    crowd(tenants: string) {
      for (const tenant of tenants) this.come(tenant).catch(() => {})
    },
    async leave(tenant: string) {
      const at = inside.findIndex(one => one.tenant === tenant)
      for (const one of inside.splice(at, 1)) one.leave()
      await turn()
    },
  }
}

test('a tenant has its share and no more, also when nobody else is there', async () => {
  const door = doorman()
  const { inside, leave } = door
  door.crowd('aaaab')
  await turn()

  expect(inside()).toBe('aab')
  await leave('a')
  expect(inside()).toBe('aba')
})

test('those that wait are taken in turn, one of each tenant', async () => {
  const door = doorman({ slots: 1, perTenant: 1 })
  const { inside, leave } = door
  door.crowd('aaaabbc')
  await turn()
  const order: string[] = []
  for (let nth = 0; nth < 7; nth++) {
    order.push(inside())
    await leave(inside())
  }

  expect(order.join('')).toBe('aabcaba')
})

test('with too many waiting a tenant is refused at once, and the others are not', async () => {
  const door = doorman({ waitingPerTenant: 1 })
  const { come, inside, leave } = door
  door.crowd('aaa')

  await expect(come('a')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
  await come('b')
  expect(inside()).toBe('aab')
  await leave('a')
  expect(inside(), 'the place in the queue is free again').toBe('aba')
})

test('nobody waits for long, and who has gone takes no place', async () => {
  const door = doorman({ slots: 1, perTenant: 1, maxWaitMs: 20 })
  const { come, inside, leave } = door
  await come('a')
  await expect(come('b')).rejects.toMatchObject({ code: 'service_unavailable' })

  await leave('a')
  await come('c')
  expect(inside()).toBe('c')
})

test('leaving twice counts once', async () => {
  const gate = fairGate({ slots: 1, perTenant: 1, waitingPerTenant: 5, maxWaitMs: 20 })
  const leave = await gate('a')
  leave()
  leave()
  await gate('a')

  await expect(gate('b')).rejects.toMatchObject({ code: 'service_unavailable' })
})
