/** Reads a CSV file of any separator in pieces, with a breath in between: the page stays alive however long it is. */
import { unguardCell } from '@posthorn/contract/audience/csv-cell'
import Papa, { type ParseResult, type Parser } from 'papaparse'

export type Sheet = { head: string[]; rows: string[][] }

const pieceLength = 512 * 1024
/** More than this is no address book; and all of it stays in memory until it is sent. */
const largestFile = 50 * 1024 * 1024

export async function readCsv(file: Blob): Promise<Sheet> {
  if (file.size > largestFile) throw new Error('The file is larger than 50 MB. Split it into several.')
  const rows = await parse(decode(await file.arrayBuffer()))
  if (rows.length === 0) throw new Error('There is nothing in this file.')
  return withHead(rows)
}

/** Spreadsheets still write the code pages of old; what is no UTF-8 is one of theirs. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parse(text: string): Promise<string[][]> {
  const rows: string[][] = []
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      skipEmptyLines: 'greedy',
      chunkSize: pieceLength,
      chunk: ({ data }: ParseResult<string[]>, parser: Parser) => {
        for (const row of data) rows.push(row.map(unguardCell))
        parser.pause()
        setTimeout(() => parser.resume())
      },
      complete: () => resolve(rows),
      error: (error: Error) => reject(error),
    })
  })
}

/** The first row names the columns, unless there is an address or a number in it: then it is a row like the others. */
function withHead([first = [], ...rest]: string[][]): Sheet {
  const isData = first.some(cell => /@|^\+?\d{7,}$/.test(cell.trim()))
  const width = Math.max(first.length, ...rest.slice(0, 100).map(({ length }) => length))
  const head = Array.from({ length: width }, (_, at) => (!isData && first[at]?.trim()) || `Column ${at + 1}`)
  return { head, rows: isData ? [first, ...rest] : rest }
}
