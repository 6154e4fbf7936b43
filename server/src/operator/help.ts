/** The help pages, generated from the command definitions. */
import type { Answer } from './commands/command.ts'
import type { Option, Options } from './commands/option.ts'

type Described = { name: string; summary: string; options: Options; example: string }
/** How the program is invoked, and the text below the list of commands. */
type Program = { invocation: string; about: string }

export function helpPage(commands: readonly Described[], { invocation, about }: Program): Answer {
  const width = widthOf(commands)
  const text = `
  ${invocation} <command> [options]

${linesOf(commands, width)}

    ${'help <command>'.padEnd(width)}   Shows the options of a command
    ${'--json'.padEnd(width)}   With any command: prints one JSON document, for scripts
    ${'--version'.padEnd(width)}   Prints the version

  ${about}

`
  return { json: namesOf(commands), text }
}

export const tellVersion = (version: string): Answer => ({ json: { version }, text: `posthorn ${version}\n` })

/** The commands that begin with the same words, such as all of `import`. */
export function helpOnGroup(group: string, commands: readonly Described[], { invocation }: Program): Answer {
  const text = `
  ${invocation} ${group} <command> [options]

${linesOf(commands, widthOf(commands))}

  For the options of one: ${invocation} help ${commands[0]?.name}

`
  return { json: namesOf(commands), text }
}

const widthOf = (commands: readonly Described[]): number => Math.max(...commands.map(({ name }) => name.length))

const linesOf = (commands: readonly Described[], width: number): string =>
  commands.map(({ name, summary }) => `    ${name.padEnd(width)}   ${summary}`).join('\n')

const namesOf = (commands: readonly Described[]) => ({
  commands: commands.map(({ name, summary }) => ({ name, summary })),
})

export function helpOn({ name, summary, options, example }: Described, { invocation }: Program): Answer {
  const entries = Object.entries(options)
  const usage = [invocation, name, ...entries.map(entry => usageOf(...entry))].join(' ')
  const written = entries.map(([option, one]) => [one.positional ? one.value : `--${option}`, one] as const)
  const width = Math.max('--json'.length, ...written.map(([words]) => words.length))
  const lines = written.map(([words, one]) => `    ${words.padEnd(width)}   ${one.summary}${choicesOf(one)}`)
  const text = `
  ${summary}

  ${usage}

${[...lines, `    ${'--json'.padEnd(width)}   Prints one JSON document`].join('\n')}

  Example: ${invocation} ${example}

`
  return { json: { name, summary, usage }, text }
}

function usageOf(name: string, { value, required, positional, multiple, flag }: Option): string {
  const written = positional ? value : flag ? `--${name}` : `--${name} ${value}`
  return `${required ? written : `[${written}]`}${multiple ? ' …' : ''}`
}

const choicesOf = ({ choices }: Option): string => (choices ? `: ${choices.join(', ')}` : '')
