/** Milliseconds that this thread has worked: what else the machine is doing does not count. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
