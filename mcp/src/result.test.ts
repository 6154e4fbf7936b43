import { expect, test } from 'vitest'
import { resultOf } from './result.ts'

test('a text is not shortened within a character: clients in other languages cannot read half of a surrogate pair', () => {
  const { content, structuredContent } = resultOf({
    status: 200,
    body: { html: '😀'.repeat(5_000), x: `x${'😀'.repeat(5_000)}` },
  })
  const [first] = content

  expect(first?.type === 'text' && first.text).not.toMatch(/\\ud83d/i)
  expect(JSON.stringify(structuredContent)).not.toMatch(/\\ud83d/i)
})
