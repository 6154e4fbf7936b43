import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { describeBytes } from '#core/bytes.ts'
import { Refusal } from '#core/refusal.ts'
import { BodyBytes } from './body-bytes.ts'
import { drainAndClose } from './drain-and-close.ts'

type Receiver = {
  /** Set when the body is refused without being read. */
  refusal?: Refusal | undefined
  /** Receives every chunk as it arrives, and may throw a refusal. */
  take?(chunk: Buffer): void
  done(error: Error | null, bytes: Buffer): void
}

/** Reads a body to its end or its limit. Bytes that arrive are charged to the body's lease. */
export function collectBody(request: FastifyRequest, payload: Readable, { refusal, take, done }: Receiver): void {
  const { bodyLimit } = request.routeOptions
  const declared = declaredLength(request)
  const body = new BodyBytes(Math.min(declared ?? bodyLimit, bodyLimit))

  const onData = (chunk: Buffer): void => {
    try {
      const received = body.length + chunk.length
      if (received > bodyLimit) throw tooLarge(bodyLimit)
      request.bodyLease?.charge(received)
      take?.(chunk)
      body.add(chunk)
    } catch (error) {
      finish(error as Error)
    }
  }
  const onEnd = () => finish(null)

  function finish(error: Error | null): void {
    payload.off('data', onData).off('end', onEnd).off('error', finish)
    if (error) drainAndClose(request.raw)
    done(error, error ? nothing : body.whole())
  }

  const reason = (declared ?? 0) > bodyLimit ? tooLarge(bodyLimit) : refusal
  if (reason) finish(reason)
  else payload.on('data', onData).on('end', onEnd).on('error', finish)
}

const nothing = Buffer.alloc(0)

const tooLarge = (most: number) =>
  new Refusal('payload_too_large', {
    message: `The body is larger than the ${describeBytes(most)} that this operation takes.`,
  })

export function declaredLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
