/** Reads a CSV file with any separator in chunks, and yields in between so that a long file does not block the page. */
import { separatorLine, unguardCell } from '@posthorn/contract/audience/csv-cell'
import Papa, { type ParseResult, type Parser } from 'papaparse'

export type Sheet = { head: string[]; rows: string[][] }

const pieceLength = 512 * 1024
/** The whole file stays in memory until it is sent. */
const maxFileSize = 50 * 1024 * 1024

export async function readCsv(file: Blob): Promise<Sheet> {
  if (file.size > maxFileSize) throw new Error('The file is larger than 50 MB. Split it into smaller files.')
  const rows = await parse(decode(await file.arrayBuffer()))
  if (rows.length === 0) throw new Error('The file is empty.')
  return withHead(rows)
}

/** Some spreadsheets still write Windows-1252; anything that is not valid UTF-8 is read as that. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parse(text: string): Promise<string[][]> {
  const rows: string[][] = []
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? []
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text.slice(line.length), {
      // Without a separator, it is guessed.
      delimiter,
      skipEmptyLines: 'greedy',
      chunkSize: pieceLength,
      chunk: ({ data, errors }: ParseResult<string[]>, parser: Parser) => {
        // Everything behind the quote would be one cell, and its people would be lost without a word.
        if (errors.some(({ code }) => code === 'MissingQuotes')) {
          const start = data.at(-1)?.[0]?.slice(0, 50) ?? ''
          reject(new Error(`A quote is opened and never closed in the row that begins with “${start}”.`))
          return parser.abort()
        }
        for (const row of data) rows.push(row.map(unguardCell))
        parser.pause()
        setTimeout(() => parser.resume())
      },
      complete: () => resolve(rows),
      error: (error: Error) => reject(error),
    })
  })
}

/** The first row is the header, unless it has an email address or a phone number: then it is data. */
function withHead([first = [], ...rest]: string[][]): Sheet {
  const isData = first.some(cell => /@|^\+?\d{7,}$/.test(cell.trim()))
  const width = Math.max(first.length, ...rest.slice(0, 100).map(({ length }) => length))
  const head = Array.from({ length: width }, (_, at) => (!isData && first[at]?.trim()) || `Column ${at + 1}`)
  return { head, rows: isData ? [first, ...rest] : rest }
}
