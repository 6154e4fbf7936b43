/** `npm run bench`: our parts side by side with what a user would pick instead, as a table of ratios. */
import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { Round } from './bench-context.ts'
import { type Asked, readCommandLine, usage } from './command-line.ts'
import { compare } from './compare.ts'
import { openGround } from './ground.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { connections, fullPace, quickPace } from './pace.ts'
import { ratiosOf, verdictOf } from './row.ts'
import { formatTable } from './table.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** Apart from the table, so that the table can go into a file. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

async function run(asked: Asked, signal: AbortSignal): Promise<void> {
  const { quick, json, rows: manyRows } = asked
  await using ground = await openGround()
  const machine = await describeMachine(ground)
  const pace = { ...(quick ? quickPace : fullPace), ...(manyRows && { manyRows }) }
  const rounds: Round[] = []
  const rows = await compare({ ground, pace, signal, progress, keep: round => rounds.push(round) }, asked)
  say(`\n${formatMachine(machine)}`)
  say(`${connections} connections · median of ${pace.rounds} rounds of ${pace.roundSeconds} s, spread of their ratios`)
  if (quick) say('Quick: the figures only prove that everything runs.')
  say(`\n${formatTable(rows)}`)
  const results = rows.map(row => ({ ...row, ratios: ratiosOf(row), verdict: verdictOf(row) }))
  if (json) writeFileSync(json, `${JSON.stringify({ machine, pace, rows: results, rounds }, null, 2)}\n`)
}

function readAsked(): Asked {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    progress(`${error instanceof Error ? error.message : error}\n${usage}`)
    return process.exit(1)
  }
}

function stoppedAfter(seconds: number): AbortSignal {
  const stopping = new AbortController()
  // Ctrl-C reaches us from the terminal and again from npm: only the first counts.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stopping.abort(new Error('Stopped.')))
  setTimeout(() => stopping.abort(new Error(`The bench took more than ${seconds} s.`)), seconds * 1_000).unref()
  return stopping.signal
}

const asked = readAsked()
const signal = stoppedAfter(asked.quick ? quickPace.atMostSeconds : fullPace.atMostSeconds)
try {
  await run(asked, signal)
} catch (error) {
  progress(signal.aborted ? String(signal.reason.message) : inspect(error))
  process.exitCode = 1
}
