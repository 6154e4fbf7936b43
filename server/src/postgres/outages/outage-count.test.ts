import { expect, test } from 'vitest'
import { outageCount } from './outage-count.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

test('a database that stays down is one outage; the next one counts after it has answered', () => {
  const outages = outageCount()

  for (let nth = 0; nth < 100; nth++) outages.refused(refused)
  expect(outages.count).toBe(1)

  outages.answered()
  outages.refused(refused)
  expect(outages.count).toBe(2)
})

test.each([
  ['all of our connections are in use', new Error('timeout exceeded when trying to connect')],
  ['the database has too many clients', Object.assign(new Error('too many clients'), { code: '53300' })],
])('%s: that is no outage', (_, error) => {
  const outages = outageCount()

  outages.refused(error)

  expect(outages.count).toBe(0)
})
