import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Waits until this port of the loopback interface is open. */
export async function untilOpen(port: number, until: AbortSignal): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await isOpen())) await pause(50, undefined, { signal: until })
}
