import { expect, test } from 'vitest'
import { runCommandLine } from './run.ts'

async function type(...words: string[]) {
  const out: string[] = []
  const fault = await runCommandLine(words, {
    env: {},
    clock: () => new Date(),
    write: text => void out.push(text),
    progress: () => {},
    hasColours: false,
    readSecret: async () => '',
    readInput: async () => '',
    untilInterrupted: () => new AbortController().signal,
  }).catch((error: Error) => error)
  return { out: out.join(''), fault: fault instanceof Error ? `${fault.name}: ${fault.message}` : fault }
}

test.each([[['help', 'import']], [['import', 'zork']], [['import']]])('%j says what can be imported', async words => {
  const all = 'import contacts, import resend, import sendgrid, import postmark, import mailgun, import listmonk'

  expect((await type(...words)).fault).toContain(`There are: ${all}.`)
})
