import { freePort as portBelowOutgoing } from '../server/src/postgres/embedded/cluster.ts'

/** A port for a program that cannot choose one itself. It stays free until the program starts: outgoing connections never use it. */
export const freePort = (): Promise<number> => portBelowOutgoing()
