import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const file = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text])

test.each([[','], [';'], ['\t']])('a file with the separator %j is read', async separator => {
  const text = [
    ['Email', 'Name'],
    ['ada@example.com', '"Lovelace, Ada"'],
  ]
    .map(row => row.join(separator))
    .join('\r\n')

  expect(await readCsv(file(text))).toEqual({ head: ['Email', 'Name'], rows: [['ada@example.com', 'Lovelace, Ada']] })
})

test('ten thousand rows are read completely and in order, with quotes and line breaks inside cells', async () => {
  const rows = Array.from({ length: 10_000 }, (_, nth) => [`ada${nth}@example.com`, `Zoë "${nth}"\nLöwe`])
  const text = rows.map(([email, name]) => `${email},"${name?.replaceAll('"', '""')}"`).join('\n')

  const sheet = await readCsv(file('email,name\n' + text))

  expect(sheet.rows).toEqual(rows)
})

test('a quote that is never closed is an error that names its row', async () => {
  const text =
    'email,name\n' + 'ada@example.com,Ada\n'.repeat(1_200) + 'grace@example.com,"Grace\nbarbara@example.com,Barbara'

  await expect(readCsv(file(text))).rejects.toThrow('never closed in the row that begins with “grace@example.com”')
})

test('reading a long file does not block the page', async () => {
  const text = 'email,note\n' + `ada@example.com,${'x'.repeat(200)}\n`.repeat(20_000)
  let turns = 0
  const clock = setInterval(() => turns++, 1)

  await readCsv(file(text))
  clearInterval(clock)

  expect(turns).toBeGreaterThan(1)
})

test('a file without a header loses no row', async () => {
  expect(await readCsv(file('ada@example.com,Ada\ngrace@example.com,Grace'))).toEqual({
    head: ['Column 1', 'Column 2'],
    rows: [
      ['ada@example.com', 'Ada'],
      ['grace@example.com', 'Grace'],
    ],
  })
})

test.each(['sep=;\r\n', '\ufeffsep=;\n', '"SEP=;"\n'])(
  'a first line that names the separator is not a row: %j',
  async line => {
    expect(await readCsv(file(`${line}email;note\nada@example.com;a,b,c,d\n`))).toEqual({
      head: ['email', 'note'],
      rows: [['ada@example.com', 'a,b,c,d']],
    })
  },
)

test('Windows-1252 and UTF-16 are decoded', async () => {
  const latin = Uint8Array.from([...'name\nZo', '\xeb'].join(''), letter => letter.charCodeAt(0))
  const wide = Uint8Array.from([0xff, 0xfe, ...[...'name\nZoë'].flatMap(letter => [letter.charCodeAt(0), 0])])

  expect((await readCsv(file(latin))).rows).toEqual([['Zoë']])
  expect((await readCsv(file(wide))).rows).toEqual([['Zoë']])
  expect((await readCsv(file(wide.map((_, at) => wide[at ^ 1] ?? 0)))).rows, 'big-endian').toEqual([['Zoë']])
})

test('empty lines are not rows, and an empty file is refused with a message', async () => {
  expect((await readCsv(file('email\n\n  \nada@example.com\n\n'))).rows).toEqual([['ada@example.com']])
  await expect(readCsv(file('\n \n'))).rejects.toThrow('file is empty')
})
