/** A text that is typed and not shown. Where nobody types, the whole input is it. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fatal } from '../../server/src/core/fatal.ts'

export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  // What is typed would be echoed to its output: this one keeps it to itself.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  // Only now: before the reader is there, the terminal shows what is typed.
  process.stderr.write(question)
  try {
    return await new Promise((resolve, reject) => {
      reader.once('line', resolve)
      reader.once('SIGINT', () => reject(fatal('Nothing was changed.')))
      reader.once('close', () => reject(fatal('Nothing was changed.')))
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
