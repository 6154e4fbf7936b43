import { availableParallelism, loadavg } from 'node:os'

/** A limit on the clock for a machine that does nothing else; more where more than its cores are asked for. */
export const onABusyMachine = (limit: number): number =>
  limit * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
