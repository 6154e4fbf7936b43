/** What a pool does for others: functions of plain data, by name. They run in a process of their own. */

/** A table of functions; `never` takes those of every input. */
export type Jobs = Readonly<Record<string, (input: never) => unknown>>

export type Asked = {
  /** Whose work it is: nobody waits long for the work of somebody else. */
  tenant: string
  name: string
  input: unknown
  /** How long the process may work on it, from the moment it begins; then it is killed. */
  limitMs?: number
}

/** Runs a job of any table. */
export type RunJob = (asked: Asked) => Promise<unknown>

/** Runs the jobs of one table. */
export type RunOf<Table extends Jobs> = <Name extends keyof Table & string>(
  tenant: string,
  name: Name,
  input: Parameters<Table[Name]>[0],
  limitMs?: number,
) => Promise<Awaited<ReturnType<Table[Name]>>>

export function runnerOf<Table extends Jobs>(run: RunJob): RunOf<Table> {
  // `as`: the child answers with what the function of this name returns.
  return (tenant, name, input, limitMs) =>
    run({ tenant, name, input, ...(limitMs !== undefined && { limitMs }) }) as ReturnType<RunOf<Table>> as never
}

/** The work ended the process that did it, or had to be ended with it: it is the work that is at fault. */
export class EndedItsProcess extends Error {
  override name = 'EndedItsProcess'
  readonly because: 'time' | 'crash'

  constructor(because: 'time' | 'crash') {
    super(because === 'time' ? 'the work took too long' : 'the work ended its process')
    this.because = because
  }
}
