import { expect, test } from 'vitest'
import { readKeyword, replyTo } from './keywords.ts'
import { cut } from './segments.ts'

const stops = 'STOP,STOPALL,STOP ALL,UNSUBSCRIBE,CANCEL,END,QUIT,REVOKE,OPTOUT,OPT-OUT,REMOVE,ARRET'.split(',')
const shapes: ((word: string) => string)[] = [
  word => word,
  word => word.toLowerCase(),
  word => word.charAt(0) + word.slice(1).toLowerCase(),
  word => `  ${word}\r\n`,
  word => `${word}.`,
  word => `${word} !!!`,
  word => `${word}…`,
]

test.each(stops)('%s is a stop in any case, with space around it and punctuation after it', word => {
  expect(shapes.map(shape => readKeyword(shape(word)))).toEqual(shapes.map(() => 'stop'))
})

test.each([
  ['Arrêt', 'stop'],
  ['stop   all', 'stop'],
  ['start', 'start'],
  ['Unstop.', 'start'],
  ['yes!', 'start'],
  ['help?', 'help'],
  ['Info', 'help'],
])('%s is read as %s', (body, keyword) => {
  expect(readKeyword(body)).toBe(keyword)
})

test.each([
  'please stop',
  'STOP calling me',
  'nonstop',
  'don’t stop',
  'S T O P',
  'stop all now',
  'end of story',
  '"stop',
  '',
  '   ',
  '!!!',
  '🛑',
  `STOP${'!'.repeat(5_000)}`,
])('%j is no keyword', body => {
  expect(readKeyword(body)).toBeUndefined()
})

test('the answers fit into one segment and are no keywords themselves', () => {
  const answers = [replyTo.stop('Acme Incorporated'), replyTo.help('Acme Incorporated')]

  expect(answers.map(answer => cut(answer).parts.length)).toEqual([1, 1])
  expect(answers.map(readKeyword)).toEqual([undefined, undefined])
})
