import { expect, test } from 'vitest'
import { commandBlock } from './code-block.ts'

const command = `curl -X POST http://127.0.0.1:8025/v1/topics \\
  -H "Authorization: Bearer $KEY" \\
  -d '{ "name": "it'\\''s <b>", "display_order": 2 }'`
const { markup } = commandBlock('Request', command)

test('a command is coloured by its parts', () => {
  const coloured = [...markup.matchAll(/<span class="j-(\w+)">(.*?)<\/span>/g)].map(([, kind, text]) => [kind, text])

  expect(coloured).toEqual([
    ['value', '-X'],
    ['value', '-H'],
    ['string', '&quot;Authorization: Bearer $KEY&quot;'],
    ['value', '-d'],
    ['key', '&quot;name&quot;'],
    ['string', '&quot;it&#39;\\&#39;&#39;s &lt;b&gt;&quot;'],
    ['key', '&quot;display_order&quot;'],
    ['value', '2'],
  ])
})

test('the copied text is the plain command', () => {
  const shown = /<code>([\s\S]*)<\/code>/.exec(markup)?.[1]?.replace(/<[^>]+>/g, '')

  expect(
    shown?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  ).toBe(command)
})
