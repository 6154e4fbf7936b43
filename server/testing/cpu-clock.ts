/** The CPU time of this thread in milliseconds: other work on the machine does not count. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
