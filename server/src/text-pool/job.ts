/** The jobs of a pool: functions on plain data, called by name. They run in a separate process. */

/** A table of functions; `never` allows any input type. */
export type Jobs = Readonly<Record<string, (input: never) => unknown>>

export type Asked = {
  /** The tenant of the job: tenants take turns. */
  tenant: string
  name: string
  input: unknown
  /** How long the job may run before its process is killed. */
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
  // `as`: the child replies with the result of this function.
  return (tenant, name, input, limitMs) =>
    run({ tenant, name, input, ...(limitMs !== undefined && { limitMs }) }) as ReturnType<RunOf<Table>> as never
}

/** The job crashed its process, or exceeded its limit and was killed: the input is at fault. */
export class ProcessCrashed extends Error {
  override name = 'ProcessCrashed'
  readonly because: 'time' | 'crash'

  constructor(because: 'time' | 'crash') {
    super(because === 'time' ? 'the work took too long' : 'the work ended its process')
    this.because = because
  }
}
