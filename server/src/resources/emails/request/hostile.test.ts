import { expect, test } from 'vitest'
import { hasControlCharacter } from './characters.ts'
import { faultOfContentId, faultOfFilename, faultOfMediaType } from './file-labels.ts'
import { readHeaders } from './headers.ts'
import { formatMailbox, parseMailbox } from './mailbox.ts'
import { Objections } from './objections.ts'
import { schedule } from './schedule.ts'

const pieces = [
  ...['a', '"', '\\', '<', '>', '@', ',', ';', ' ', '.', '/', '=', ':', '\n', '\u2028', 'é', '😀'],
  ...['a@b.co,', '; charset=a', '\\"'],
]

const hostile = (length: number): string[] =>
  pieces.flatMap(piece => {
    const text = piece.repeat(length / piece.length)
    return [text, `"${text}" <a@b.co>`, `${text}<a@b.co>`, `a/${text}\n`]
  })

/** Ten times what the schema lets through: more than linear time would show. */
const bounded: Record<string, (text: string) => unknown> = {
  hasControlCharacter,
  parseMailbox,
  formatMailbox: name => formatMailbox({ name, address: 'a@b.co' }),
  faultOfFilename,
  faultOfMediaType,
  faultOfContentId,
  schedule: text => schedule(text, new Date(0)),
}

/** Their schemas have no limit but the size of the request. */
const unbounded: Record<string, (text: string) => unknown> = {
  'the name of a header': name => readHeaders({ [name]: 'x' }, false, new Objections()),
  'the value of a header': value => readHeaders({ 'X-A': value }, false, new Objections()),
}

/** Of the processor, at best: the machine may be busy with something else. */
function milliseconds(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

function expectQuick(scan: (text: string) => unknown, length: number): void {
  for (const text of hostile(length)) {
    const spent = milliseconds(() => scan(text))
    expect(spent, JSON.stringify(text.slice(0, 20))).toBeLessThan(10)
  }
}

test.each(Object.entries(bounded))('%s takes no time over hostile text', (_, scan) => {
  expectQuick(scan, 10_000)
})

test.each(Object.entries(unbounded))('%s takes no time over hostile text, however long', (_, scan) => {
  expectQuick(scan, 200_000)
})
