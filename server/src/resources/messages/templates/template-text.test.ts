import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { ProcessCrashed, type RunJob } from '#text-pool/job.ts'
import { runHere } from '#text-pool/run-here.fixture.ts'
import { sourcesOf } from './content.ts'
import { prepareTexts, templateText } from './template-text.ts'
import { templateJobs } from './text-jobs.ts'

/** Counts the jobs, and ends the process for those that contain the word. */
function counting(deadly = 'deadly') {
  const jobs: string[] = []
  const run: RunJob = asked => {
    jobs.push(asked.name)
    if (JSON.stringify(asked.input).includes(deadly)) throw new ProcessCrashed('time')
    return runHere(templateJobs)(asked)
  }
  return { text: templateText(async asked => run(asked)), jobs }
}

const loop = '{% for i in (1..2) %}{{ x }}{% endfor %}'
const wanted = (text: string, variables: Record<string, unknown> = {}, html: string | null = null) => ({
  texts: prepareTexts(sourcesOf({ subject: 'Hi', html, text })),
  variables,
})
const tooMuch = 'takes too much time or memory to fill in; make the template simpler'

test.each([
  ['nothing to fill in', 'Hello', {}],
  ['variables', 'Hello {{ name }}, {{ a.b | default: "you" | upcase }}', { name: 'Ada', a: { b: 'x' } }],
  ['a choice', '{% if a == "x" and b %}1{% elsif c > 2 %}2{% else %}3{% endif %}', { a: 'x', b: 1, c: 3 }],
])('%s: small enough to be filled in at once', async (_what, source, variables) => {
  const { text, jobs } = counting()
  expect(await text.fill('a', [wanted(source, variables)])).toEqual([expect.objectContaining({ subject: 'Hi' })])
  expect(jobs).toEqual([])
})

test.each([
  ['a loop', loop, { x: 1 }],
  ['a filter that makes text longer', '{{ x | append: x }}', { x: 1 }],
  ['a filter after another', '{{ x | upcase | replace: "a", x }}', { x: 1 }],
  ['a text that is kept', '{% assign y = x %}{{ y }}', { x: 1 }],
  ['a range in a condition', '{% if (1..99999) == x %}{% endif %}', { x: 1 }],
  ['one text looked for in another', '{% if x contains x %}{% endif %}', { x: 'a' }],
  ['a tag in lines', '{% liquid\n for i in (1..2)\n endfor %}', {}],
  ['much Liquid', '{{ x }}'.repeat(1_000), { x: 1 }],
  ['much text', `${'y'.repeat(200_000)}{{ x }}`, { x: 1 }],
  ['large variables', '{{ x }}', { x: 'a'.repeat(1_000_000) }],
  ['many variables', '{{ x }}{{ y.size }}', { x: 1, y: Array.from({ length: 9_999 - 3 }, () => 'abc'.repeat(20)) }],
])('%s: filled in elsewhere, with the same result', async (_what, source, variables) => {
  const { text, jobs } = counting()
  const [filled] = await text.fill('a', [wanted(source, variables)])
  expect(filled).not.toBeInstanceOf(Refusal)
  expect(jobs).toEqual(['fillTexts'])
})

test('too many values are refused before they are sent to another process', async () => {
  const { text, jobs } = counting()
  const [filled] = await text.fill('a', [wanted(loop, { x: Array.from({ length: 20_000 }, () => ({})) })])
  expect(filled).toMatchObject({ code: 'validation_error', details: [{ path: 'variables' }] })
  expect(jobs).toEqual([])
})

test('a text that ends its process is refused with the part at fault, and the others are filled in', async () => {
  const { text } = counting()
  const filled = await text.fill('a', [
    wanted(loop, { x: 1 }),
    wanted(loop, { x: 1 }, `deadly${loop}`),
    wanted(`deadly${loop}`, { x: 1 }),
    wanted(loop, { x: 'deadly' }),
    wanted(loop, { x: 2 }),
  ])
  expect(filled).toEqual([
    { subject: 'Hi', text: '11' },
    expect.objectContaining({ code: 'validation_error', details: [{ path: 'html', message: tooMuch }] }),
    expect.objectContaining({ code: 'validation_error', details: [{ path: 'text', message: tooMuch }] }),
    expect.objectContaining({ code: 'validation_error' }),
    { subject: 'Hi', text: '22' },
  ])
})

test('a source that ends the process that reads it is refused with a reason', async () => {
  const { text } = counting()
  const fault = 'takes too much time or memory to read; make it simpler'
  expect(await text.compileMjml('a', 'deadly')).toEqual({ fault })
  expect(await text.inspect('a', [{ kind: 'html', source: `${loop}deadly` }])).toEqual([{ fault }])
})
