/** One child process: its jobs, and how it ended. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Reply, Request } from './messages.ts'
import { startWorkTimer } from './work-timer.ts'

export type Limits = {
  heapMb: number
  /** The limit of each WebAssembly memory, which the heap limit does not cover. */
  wasmMb: number
}

export type Ending = {
  /** `deadline`: killed by us. `work`: the job crashed it. `outside`: killed by a person or the system. */
  because: 'deadline' | 'work' | 'outside'
  /** The end of its stderr, for the log: the reason comes last. */
  said: string
}

export type Child = {
  /** Runs one job at a time. The child is killed when the job exceeds its limit. */
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
    // No settings and no secrets.
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
  const stderr = stderrOf(child)
  let timer: Disposable | undefined
  let isLate = false

  child.on('message', message => {
    // `as`: the child sends only replies.
    const reply = message as Reply
    timer?.[Symbol.dispose]()
    unrefChild(child)
    if (reply.kind === 'ready') onReady()
    else onReply(reply)
  })
  // Writing to a child that has just ended fails; `exit` handles that.
  child.on('error', () => {})
  // Not `exit`: then the last of its stderr may still be unread.
  child.once('close', (_code, signal) => {
    timer?.[Symbol.dispose]()
    onEnd({ because: isLate ? 'deadline' : isOutside(signal) ? 'outside' : 'work', said: stderr() })
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

/** An idle child does not keep this process alive. */
function unrefChild(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  // `as`: stderr is a socket, but typed as a stream.
  ;(child.stderr as unknown as { unref(): void } | null)?.unref()
}

/** V8 crashes with SIGABRT, SIGTRAP, SIGILL or SIGSEGV. These signals come from people, or from a system out of memory. */
const isOutside = (signal: NodeJS.Signals | null): boolean =>
  signal !== null && ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGSTOP'].includes(signal)

const maxStderr = 2_000

function stderrOf(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    said = `${said}${chunk}`.slice(-maxStderr)
  })
  return () => said
}
