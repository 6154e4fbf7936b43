import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FairGateOptions, fairGate } from './fair-gate.ts'

/** A gate whose tenants the test lets in and out, in order. */
function gateUnderTest(options: Partial<FairGateOptions> = {}) {
  const gate = fairGate({ slots: 3, perTenant: 2, waitingPerTenant: 5, maxWaitMs: 10_000, ...options })
  const inside: { tenant: string; leave: () => void }[] = []
  return {
    inside: () => inside.map(({ tenant }) => tenant).join(''),
    enter: (tenant: string) => gate(tenant).then(leave => void inside.push({ tenant, leave })),
    /** One after the other. Tenants still waiting when the test ends are ignored. */
    enterAll(tenants: string) {
      for (const tenant of tenants) this.enter(tenant).catch(() => {})
    },
    async leave(tenant: string) {
      const at = inside.findIndex(one => one.tenant === tenant)
      for (const one of inside.splice(at, 1)) one.leave()
      await turn()
    },
  }
}

test('a tenant gets no more than its share, even when there is no other tenant', async () => {
  const gate = gateUnderTest()
  const { inside, leave } = gate
  gate.enterAll('aaaab')
  await turn()

  expect(inside()).toBe('aab')
  await leave('a')
  expect(inside()).toBe('aba')
})

test('waiting tenants are admitted in turn', async () => {
  const gate = gateUnderTest({ slots: 1, perTenant: 1 })
  const { inside, leave } = gate
  gate.enterAll('aaaabbc')
  await turn()
  const order: string[] = []
  for (let nth = 0; nth < 7; nth++) {
    order.push(inside())
    await leave(inside())
  }

  expect(order.join('')).toBe('aabcaba')
})

test('a tenant with too many waiting is refused at once, and others are not', async () => {
  const gate = gateUnderTest({ waitingPerTenant: 1 })
  const { enter, inside, leave } = gate
  gate.enterAll('aaa')

  await expect(enter('a')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
  await enter('b')
  expect(inside()).toBe('aab')
  await leave('a')
  expect(inside(), 'the place in the queue is free again').toBe('aba')
})

test('waiting is limited in time, and a waiter that was refused uses no slot', async () => {
  const gate = gateUnderTest({ slots: 1, perTenant: 1, maxWaitMs: 20 })
  const { enter, inside, leave } = gate
  await enter('a')
  await expect(enter('b')).rejects.toMatchObject({ code: 'service_unavailable' })

  await leave('a')
  await enter('c')
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
