/** Completion scripts from the declared commands. All words are our own, without quotes or characters special to a shell. */
import type { Command } from './command.ts'

type Declared = Pick<Command, 'name' | 'summary' | 'options'>

/** The words that can follow each prefix: "" is the start, "import" is followed by "contacts". */
function nextWords(commands: readonly Declared[]): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>()
  for (const { name } of [...commands, { name: 'help' }]) {
    const words = name.split(' ')
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(' ')
      next.set(before, (next.get(before) ?? new Set()).add(word))
    }
  }
  return next
}

const optionsOf = ({ options }: Declared): string[] => [
  ...Object.keys(options).map(name => `--${name}`),
  '--json',
  '--help',
]

const choicesOf = ({ options }: Declared): string[] => Object.values(options).flatMap(({ choices }) => choices ?? [])

export function bash(commands: readonly Declared[]): string {
  const cases = [
    ...[...nextWords(commands)].map(([before, words]) => `    "${before}") words="${[...words].join(' ')}" ;;`),
    ...commands.map(
      command => `    "${command.name}") words="${[...choicesOf(command), ...optionsOf(command)].join(' ')}" ;;`,
    ),
  ]
  return `# bash completion of posthorn
_posthorn() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed="" word words=""
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "$word" in -*) break ;; esac
    typed="\${typed:+$typed }$word"
  done
  case "$typed" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _posthorn posthorn
`
}

/** zsh runs the bash completion. */
export const zsh = (commands: readonly Declared[]): string =>
  `#compdef posthorn\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`

export function fish(commands: readonly Declared[]): string {
  const lines = [...nextWords(commands)].flatMap(([before, words]) =>
    [...words].map(word => {
      const name = `${before} ${word}`.trim()
      const summary = commands.find(command => command.name === name)?.summary ?? ''
      const when = before === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${before}`
      return `complete -c posthorn -f -n '${when}' -a ${word} -d '${quoted(summary)}'`
    }),
  )
  const options = commands.flatMap(({ name, options: declared }) =>
    Object.entries(declared)
      .filter(([, { positional }]) => !positional)
      .map(([option, { summary, flag }]) => {
        const when = `__fish_seen_subcommand_from ${name.split(' ').at(-1)}`
        return `complete -c posthorn -n '${when}' -l ${option}${flag ? '' : ' -r'} -d '${quoted(summary)}'`
      }),
  )
  return ['# fish completion of posthorn', ...lines, ...options, ''].join('\n')
}

const quoted = (text: string): string => text.replaceAll("'", "\\'")
