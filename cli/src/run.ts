/** From the words of a command line to its answer: for people as text, with --json as exactly one JSON document. */
import type { Answer } from '../../server/src/operator/commands/command.ts'
import { helpOn, helpPage } from '../../server/src/operator/help.ts'
import { unknownCommand } from '../../server/src/operator/unknown-command.ts'
import { Refused } from './api.ts'
import { invocation } from './command.ts'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'

const program = {
  invocation,
  about: `Commands ask the API with a key, in the test environment unless --live is given. POSTHORN_URL and POSTHORN_API_KEY
  win over the login. Whoever runs the server has more commands in its folder (keys, domains, credits, backup and
  others): npm run -s posthorn -- help`,
}

const names = commands.map(({ name }) => name)

/** Returns the exit code. What the person at the terminal can mend is thrown as Fatal. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const wants = { json: argv.includes('--json'), help: argv.includes('--help') || argv.includes('-h') }
  const words = argv.filter(word => !['--json', '--help', '-h'].includes(word))
  const quiet = { ...terminal, write: wants.json ? () => {} : terminal.write }
  const answer = await answerTo(words, wants.help, quiet).catch(error => {
    // A script finds a document in either case; whoever starts it says the sentence as well.
    if (wants.json) terminal.write(toJson({ json: errorBody(error) }))
    throw error
  })
  terminal.write(wants.json ? toJson(answer) : answer.text)
  return answer.failed ? 1 : 0
}

/** As the API said it, if it was the API. */
const errorBody = (error: unknown): unknown =>
  error instanceof Refused ? error.body : { message: error instanceof Error ? error.message : String(error) }

const toJson = ({ json }: Pick<Answer, 'json'>): string =>
  json === undefined ? '' : `${JSON.stringify(json, null, 2)}\n`

async function answerTo(words: readonly string[], wantsHelp: boolean, terminal: Terminal): Promise<Answer> {
  const asksHelp = words[0] === 'help'
  const asked = asksHelp ? words.slice(1) : words
  if (asked.length === 0) return helpPage(commands, program)
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => asked[at] === word))
  if (!command) throw unknownCommand(asked, names, invocation)
  if (asksHelp || wantsHelp) return helpOn(command, program)
  return command.run(asked.slice(command.name.split(' ').length), terminal)
}
