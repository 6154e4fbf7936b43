/** Prompts for a secret without echoing it. Without a terminal, the secret is the whole of stdin. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fatal } from '../../server/src/core/fatal.ts'

export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  // The reader echoes the input to its output, so the output is discarded.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  // Only now: until the reader exists, the terminal echoes what is typed.
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
