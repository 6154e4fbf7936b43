import { expect, test } from 'vitest'
import type { SourceContact } from './source.ts'
import { fieldsOf } from './types-of-values.ts'

async function* contacts(): AsyncGenerator<SourceContact> {
  for (let nth = 0; nth < 2_500; nth++)
    yield {
      properties: {
        seats: nth,
        // Only the last value is not a number.
        code: nth < 2_499 ? nth : 'A7',
        ...(nth === 2_000 && { since: '2026-01-31', vip: true }),
      },
      topics: {},
    }
}

test('the type of a field fits all its values, to the last contact', async () => {
  const found = []
  for await (const field of fieldsOf(contacts())) found.push(field)

  expect(found).toEqual([
    { name: 'seats', type: 'number' },
    { name: 'code', type: 'string' },
    { name: 'since', type: 'date' },
    { name: 'vip', type: 'boolean' },
  ])
})
