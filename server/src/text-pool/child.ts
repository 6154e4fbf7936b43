/** One child process: what it is given, and how it ended. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Reply, Request } from './messages.ts'
import { startWorkTimer } from './work-timer.ts'

export type Limits = {
  heapMb: number
  /** Of each WebAssembly memory, which the limit of the heap does not count. */
  wasmMb: number
}

export type Ending = {
  /** By us, after the deadline; by the work itself; or by somebody else. */
  because: 'deadline' | 'work' | 'outside'
  /** What it said last, for the log. */
  said: string
}

export type Child = {
  /** One job at a time; it is killed when it takes longer. */
  begin(request: Request, limitMs: number): void
  kill(): void
}

type Events = {
  onReady(): void
  onReply(reply: Exclude<Reply, { kind: 'ready' }>): void
  onEnd(ending: Ending): void
}

const runtime = fileURLToPath(new URL('../../runtime.js', import.meta.url))

export function startChild(entry: URL, limits: Limits, { onReady, onReply, onEnd }: Events): Child {
  const child = fork(entry, [], {
    serialization: 'advanced',
    // Nothing of ours: neither settings nor secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${limits.heapMb}`,
      '--max-semi-space-size=8',
      `--wasm-max-mem-pages=${limits.wasmMb * 16}`,
      '--import',
      runtime,
    ],
  })
  const last = lastWords(child)
  let timer: Disposable | undefined
  let isLate = false

  child.on('message', message => {
    // `as`: the child sends nothing else.
    const reply = message as Reply
    timer?.[Symbol.dispose]()
    rest(child)
    if (reply.kind === 'ready') onReady()
    else onReply(reply)
  })
  // Writing to one that has just ended is no news: `exit` tells.
  child.on('error', () => {})
  child.once('exit', (_code, signal) => {
    timer?.[Symbol.dispose]()
    onEnd({ because: isLate ? 'deadline' : isOutside(signal) ? 'outside' : 'work', said: last() })
  })

  return {
    begin(request, limitMs) {
      child.ref()
      child.channel?.ref()
      child.send(request, () => {})
      timer = startWorkTimer(child.pid ?? 0, limitMs, () => {
        isLate = true
        child.kill('SIGKILL')
      })
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Without work it does not keep us alive. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  // `as`: it is a socket, which the type does not say.
  ;(child.stderr as unknown as { unref(): void } | null)?.unref()
}

/** V8 ends a process with SIGABRT, SIGTRAP, SIGILL or SIGSEGV; these come from people and from a system out of memory. */
const isOutside = (signal: NodeJS.Signals | null): boolean =>
  signal !== null && ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGSTOP'].includes(signal)

const maxSaid = 2_000

function lastWords(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    said = `${said}${chunk}`.slice(0, maxSaid)
  })
  return () => said
}
