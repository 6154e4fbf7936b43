/** A child with jobs that behave well, badly, and very badly. */
import { appendFileSync, readFileSync } from 'node:fs'
import { serveJobs } from './serve-jobs.ts'

const endless = () => {
  for (;;);
}

serveJobs({
  echo: (input: unknown) => input,
  pid: () => process.pid,
  // biome-ignore lint/style/noProcessEnv: the environment is under test.
  settings: () => Object.keys(process.env),
  fail: () => {
    throw new Error('a bug')
  },
  endless,
  abort: () => process.abort(),
  fillHeap: () => {
    const kept: string[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, nth) => `text ${nth}`))
  },
  /** Kills itself like an outside process would, `times` times, counted in a file. */
  killed: ({ file, times }: { file: string; times: number }) => {
    appendFileSync(file, '.')
    const before = readFileSync(file, 'utf8').length
    if (before <= times) process.kill(process.pid, 'SIGKILL')
    return before
  },
  wait: (ms: number) => new Promise(resolve => setTimeout(resolve, ms, process.pid)),
})
