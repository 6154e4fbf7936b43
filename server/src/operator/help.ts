/** The help pages, made of the commands themselves. */
import { type Answer, type Command, invocation } from './commands/command.ts'
import type { Option } from './commands/option.ts'

export function helpPage(commands: readonly Command[]): Answer {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `    ${name.padEnd(width)}   ${summary}`)
  const text = `
  ${invocation} <command> [options]

${lines.join('\n')}

    ${'help <command>'.padEnd(width)}   Shows the options of a command
    ${'--json'.padEnd(width)}   With any command: prints one JSON document, for scripts

  Commands work on the database of the running Posthorn: that of DATABASE_URL, or the one in POSTHORN_DATA_DIR.

`
  return { json: { commands: commands.map(({ name, summary }) => ({ name, summary })) }, text }
}

export function helpOn({ name, summary, options, example }: Command): Answer {
  const entries = Object.entries(options)
  const usage = [invocation, name, ...entries.map(entry => usageOf(...entry))].join(' ')
  const width = Math.max('--json'.length, ...entries.map(([option]) => option.length + 2))
  const lines = entries.map(([option, one]) => `    ${`--${option}`.padEnd(width)}   ${one.summary}${choicesOf(one)}`)
  const text = `
  ${summary}

  ${usage}

${[...lines, `    ${'--json'.padEnd(width)}   Prints one JSON document`].join('\n')}

  Example: ${invocation} ${example}

`
  return { json: { name, summary, usage }, text }
}

function usageOf(name: string, { value, required, positional, multiple }: Option): string {
  const written = positional ? value : `--${name} ${value}`
  return `${required ? written : `[${written}]`}${multiple ? ' …' : ''}`
}

const choicesOf = ({ choices }: Option): string => (choices ? `: ${choices.join(', ')}` : '')
