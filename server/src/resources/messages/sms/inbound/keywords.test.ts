import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuNow } from '../../../../../testing/cpu-clock.ts'
import { cut } from '../segments.ts'
import { keywordList } from './keyword-list.ts'
import { readKeyword, replyTo } from './keywords.ts'

const shapes: ((word: string) => string)[] = [
  word => word,
  word => word.toUpperCase(),
  word => word.charAt(0).toUpperCase() + word.slice(1),
  word => `  ${word}\r\n`,
  word => `${word}.`,
  word => `${word} !!!`,
  word => `${word}…`,
  word => `“${word}”`,
  word => `"${word}`,
  word => `'${word}.'`,
  word => `«\u00a0${word}\u00a0»`,
  word => `(${word})`,
  word => `🛑 ${word} 🙏🏽`,
  word => `${word}™ Ⓜ️`,
  word => `¡${word}!`,
  word => `\ufeff\u200e${word}\u200b`,
  word => word.replaceAll(' ', '   '),
  word => word.replaceAll(' ', '\n'),
  word => word.replaceAll(' ', '-'),
  word => word.replaceAll(' ', ' – '),
  word => word.normalize('NFD'),
  word => word.normalize('NFD').replaceAll(/\p{M}/gu, ''),
]

const everyWord = Object.entries(keywordList).flatMap(([keyword, words]) => words.map(word => [word, keyword] as const))

test.each(everyWord)('%j is %s in any case, with or without accents, whatever surrounds it', (word, keyword) => {
  expect(shapes.map(shape => [shape(word), readKeyword(shape(word))])).toEqual(
    shapes.map(shape => [shape(word), keyword]),
  )
})

// The words of the FCC and of the specification, written out, so that the list cannot lose one.
test.each([
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT-OUT', 'OPT OUT'],
  ...['REMOVE', 'ARRET', 'ALTO', 'PARAR', 'SAIR', 'STOPP', 'Stop.', '“STOP”', '  opt   out!!', 'Ｓｔｏｐ', 'ARRÊT'],
  ...['OPT_OUT', 'Unsubscribe me', 'desinscrever', 'STOP\n\nSent from my phone', 'stop\r\n\r\n-- \r\nAda'],
  ...['Arrête', 'ARRETE'],
  ...['Baja', 'salir', 'cancelar', 'desabonner', 'Désabonner', 'désinscrire', 'abmelden', 'Abbestellen!', 'ENDE'],
])('%j is a stop', body => {
  expect(readKeyword(body)).toBe('stop')
})

test.each([
  ['START', 'start'],
  ['Unstop.', 'start'],
  ['“yes!”', 'start'],
  ['help?', 'help'],
  ['Info ℹ️', 'help'],
  ['¿Ayuda?', 'help'],
])('%j is read as %s', (body, keyword) => {
  expect(readKeyword(body)).toBe(keyword)
})

test.each([
  ...[
    'please stop',
    'START\n\nSent from my phone',
    'stop\nby at 5',
    'please don’t stop',
    'stop by at 5',
    'STOP calling me',
    'nonstop',
    'don’t stop',
    'S T O P',
    'S.T.O.P',
  ],
  ...['stop all now', 'end of story', 'the end', 'stop2', '2 stop', 'stop, start', 'stop start', 'stop/all', 'un-stop'],
  ...['Stopp mal kurz', 'no pare', 'baja California', 'salir a las 5', 'la fin', 'Ende gut, alles gut', 'no cancelar'],
  ...['yes please', 'not yes', 'info please', 'sí', 'oui', 'ja', 'no', 'ok', 'СТОП', 'sтop'],
  ...['', '   ', '!!!', '🛑', 'ℹ️nfo', 's™op', 's', '\u200b'],
])('%j is not a keyword', body => {
  expect(readKeyword(body)).toBeUndefined()
})

test('a message that is much longer than any keyword is not one, whatever it contains', () => {
  expect(readKeyword(`STOP${'!'.repeat(100)}`)).toBe('stop')
  expect(readKeyword(`STOP${'!'.repeat(5_000)}`)).toBeUndefined()
})

test('a keyword with another word before or after it is a sentence, whatever the words', () => {
  const word = fc.stringMatching(/^[a-zäéñ0-9]{1,12}$/)
  const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const listed = new Set(everyWord.map(([one]) => withoutAccents(one)))
  fc.assert(
    fc.property(fc.constantFrom(...everyWord.map(([one]) => one)), word, (keyword, other) => {
      for (const said of [`${keyword} ${other}`, `${other} ${keyword}`])
        if (!listed.has(withoutAccents(said))) expect(readKeyword(said), said).toBeUndefined()
    }),
  )
})

test('no message from a stranger takes long', () => {
  const hostile = ['!', ' ', '-', '🛑', '\u0301', '\ufdfa', '\u200b', 'a', 'a-', '- a'].map(one => one.repeat(200))
  const begun = cpuNow()

  for (let round = 0; round < 50; round++) hostile.map(readKeyword)

  expect(cpuNow() - begun, 'milliseconds').toBeLessThan(1_000)
})

test('the answers fit into one segment and are not keywords themselves', () => {
  const answers = [replyTo.stop('Acme Incorporated'), replyTo.help('Acme Incorporated')]

  expect(answers.map(answer => cut(answer).parts.length)).toEqual([1, 1])
  expect(answers.map(readKeyword)).toEqual([undefined, undefined])
})
