/** One POST and its answer. It ends at its deadline at the latest, and counts as answered once a status has arrived. */
import type { Dispatcher } from 'undici'
import type { WebhookAnswer } from '../webhook.ts'
import { answerBytes, answerText } from './answer-text.ts'
import { describeFailure, PlainFailure } from './failure.ts'
import { parseRetryAfter } from './retry-after.ts'

/** An answer is read up to this size so that the connection can be reused: the size of one socket read. */
const maxReadBytes = 65_536

export type ExchangeOptions = {
  /** Path and query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
  now(): Date
  onAnswer(answer: WebhookAnswer): void
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #begun = performance.now()
  readonly #deadline: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #retryAfterMs: number | undefined
  readonly #chunks: Buffer[] = []
  #size = 0
  #isAnswered = false
  #isOver = false
  #onOver = () => {}

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#deadline = setTimeout(() => this.#timeOut(), options.timeoutMs)
  }

  get request(): Dispatcher.DispatchOptions {
    const { path, headers, body } = this.#options
    // Our deadline covers the whole exchange; undici's timeouts restart with each octet.
    return { method: 'POST', path, headers, body, headersTimeout: 0, bodyTimeout: 0 }
  }

  /** Called when the connection is free again, or was never used. */
  set onOver(onOver: () => void) {
    this.#onOver = onOver
  }

  fail(error: unknown): void {
    this.#answer(error)
    this.#end()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new PlainFailure('too late'))
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return
    this.#status = status
    this.#retryAfterMs = parseRetryAfter(headers['retry-after'], this.#options.now())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size <= answerBytes) this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size > answerBytes) this.#answer()
    if (this.#size > maxReadBytes) controller.abort(new PlainFailure('the answer is too long'))
  }

  onResponseEnd(): void {
    this.#answer()
    this.#end()
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(error)
  }

  #timeOut(): void {
    const { timeoutMs } = this.#options
    const missing = this.#controller ? 'answer' : 'connection'
    this.#answer(new PlainFailure(`no ${missing} within ${timeoutMs / 1_000} s`))
    this.#controller?.abort(new PlainFailure('too late'))
    this.#end()
  }

  #answer(error?: unknown): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    const durationMs = Math.round(performance.now() - this.#begun)
    const retryAfterMs = this.#retryAfterMs
    if (this.#status === 0) {
      this.#options.onAnswer({ kind: 'unanswered', durationMs, error: describeFailure(error) })
    } else {
      const answered = { kind: 'answered', durationMs, status: this.#status, response: this.#text() } as const
      this.#options.onAnswer({ ...answered, ...(retryAfterMs !== undefined && { retryAfterMs }) })
    }
  }

  #text(): string {
    const [first, ...more] = this.#chunks
    if (!first) return ''
    return answerText(more.length === 0 ? first : Buffer.concat(this.#chunks))
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#deadline)
    this.#onOver()
  }
}
