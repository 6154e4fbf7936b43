/** For a child process: the parent decides when it ends, and it does not outlive the parent. */
export function endWithParent(): void {
  // Ctrl-C at the terminal also reaches the children.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
}
