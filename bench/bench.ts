/** `npm run bench`: compares parts of Posthorn with what a user would pick instead, as a table of ratios. */
import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { Round } from './bench-context.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type BenchOptions, readCommandLine, usage } from './command-line.ts'
import { compare } from './compare.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { connections, fullPace, quickPace } from './pace.ts'
import { ratiosOf, verdictOf } from './row.ts'
import { formatTable } from './table.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** On stderr, so the table on stdout can be redirected into a file. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

async function run(options: BenchOptions, signal: AbortSignal): Promise<void> {
  const { quick, json, rows: manyRows } = options
  await using postgres = await openBenchDatabase()
  const machine = await describeMachine(postgres)
  const pace = { ...(quick ? quickPace : fullPace), ...(manyRows && { manyRows }) }
  const rounds: Round[] = []
  const rows = await compare({ postgres, pace, signal, progress, keep: round => rounds.push(round) }, options)
  say(`\n${formatMachine(machine)}`)
  say(`${connections} connections · median of ${pace.rounds} rounds of ${pace.roundSeconds} s, spread of their ratios`)
  if (quick) say('Quick run: it shows only that everything works. Ignore the figures.')
  say(`\n${formatTable(rows)}`)
  const results = rows.map(row => ({ ...row, ratios: ratiosOf(row), verdict: verdictOf(row) }))
  if (json) writeFileSync(json, `${JSON.stringify({ machine, pace, rows: results, rounds }, null, 2)}\n`)
}

function readBenchOptions(): BenchOptions {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    progress(`${error instanceof Error ? error.message : error}\n${usage}`)
    return process.exit(1)
  }
}

function stoppedAfter(seconds: number): AbortSignal {
  const stopping = new AbortController()
  // Ctrl-C arrives from the terminal and again from npm. Only the first counts.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stopping.abort(new Error('Stopped.')))
  setTimeout(() => stopping.abort(new Error(`The bench took more than ${seconds} s.`)), seconds * 1_000).unref()
  return stopping.signal
}

const options = readBenchOptions()
const signal = stoppedAfter(options.quick ? quickPace.atMostSeconds : fullPace.atMostSeconds)
try {
  await run(options, signal)
} catch (error) {
  progress(signal.aborted ? String(signal.reason.message) : inspect(error))
  process.exitCode = 1
}
