/** Builds the HTTP server: one route per operation of the contract, and a plain answer to everything else. */
import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { systemClock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import type { NoteRequest } from '#core/request-note.ts'
import type { Tracer } from '#core/tracing.ts'
import { answerOddities } from './answers/broken-request.ts'
import { trackPendingAnswers } from './answers/pending-answers.ts'
import type { Identify } from './authentication.ts'
import { type Authorizer, authorizer } from './authorization.ts'
import { drainAndClose } from './body/drain-and-close.ts'
import { bodyTaker, type TakeBody } from './body/take-body.ts'
import { type CallbackReaders, callbackRoutes } from './callbacks.ts'
import { clientOf } from './change-of.ts'
import { noteChange } from './console/console-log.ts'
import { dashboardRoutes, pageOf } from './console/dashboard.ts'
import type { SessionDoor } from './console/session-door.ts'
import { documentRoutes } from './documents.ts'
import type { Door } from './door/door.ts'
import type { NowFor } from './door/door-routes.ts'
import { doorRoutes } from './door/door-routes.ts'
import { asRefusal, sendRefusal } from './error-reply.ts'
import { defaultStreamTiming, eventStreams, type StreamTiming } from './event-stream.ts'
import type { ConsoleHandlers, Handlers } from './handler.ts'
import { healthPaths, healthRoutes } from './health/health.ts'
import { httpMetrics } from './health/metrics.ts'
import { isAmbiguous } from './input/framing.ts'
import { admissionGate } from './limits/admission-gate.ts'
import type { ClientAddressOf } from './limits/client-address.ts'
import type { CountRequest } from './limits/request-limit.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { newServer } from './new-server.ts'
import { type AnyHandler, type OperationParts, operationRoute } from './operation-route.ts'
import { outageLog } from './outage-log.ts'
import { fontRoute } from './pages/font.ts'
import { guideRoutes } from './pages/guide.ts'
import type { StaticFiles } from './pages/static-files.ts'
import type { RefusalFor } from './readers/problem.ts'
import { type ReaderDoors, readerRoutes } from './readers/readers.ts'
import { answerTrackingFirst } from './readers/tracking-fast-path.ts'
import type { MetricList } from './registry.ts'
import { requestNoter } from './request-log/note.ts'
import { traceRequests } from './request-spans.ts'
import { securityHeaders } from './security-headers.ts'
import { unroutedRoutes } from './unrouted.ts'

/** The operations of the dashboard, and the sessions that authenticate them. */
export type Console = { handlers: ConsoleHandlers; door: SessionDoor }

export type AppOptions = {
  handlers: Handlers
  identify: Identify
  /** The same without the cache, for open streams. */
  identifyAnew?: Identify
  countRequest: CountRequest
  /** True when an error means that the database is unavailable or busy, so that the caller may try again. */
  isPassing: (error: unknown) => boolean
  /** Resolves when the service is ready. */
  checkReady: () => Promise<void>
  registry: Registry
  /** The metrics of worker processes. */
  otherMetrics?: (() => Promise<MetricList[]>) | undefined
  log: Logger
  publicUrl: string
  /** The readers of /callbacks/{name}. */
  callbacks?: CallbackReaders
  readers?: ReaderDoors
  /** The client's address behind trusted proxies. Default: the socket's address. */
  clientAddressOf?: ClientAddressOf
  /** Logs requests with a key. */
  noteRequest?: NoteRequest
  streamTiming?: StreamTiming
  console?: Console
  /** The enabled APIs of other services. */
  doors?: readonly Door[]
  /** For doors. Real time without it. */
  nowFor?: NowFor
  tracer?: Tracer | undefined
  dashboard?: StaticFiles
  guide?: StaticFiles
}

/** Draining ends streams at once, since they never end by themselves. */
export type App = { fastify: FastifyInstance; startDraining(): void }

export function buildApp(options: AppOptions): App {
  const { identify, identifyAnew, countRequest, isPassing, log, doors = [] } = options
  const metrics = httpMetrics(options.registry)
  const noteOutage = outageLog(log, () => performance.now())
  const noteTurnedAway = outageLog(log, () => performance.now())
  const takeBody = bodyTaker()
  const gate = admissionGate(
    () => performance.now(),
    doors.flatMap(({ keyOf }) => keyOf ?? []),
  )
  const state = { draining: false }
  const client = clientOf(options.clientAddressOf ?? (address => address))
  const noteToLog = requestNoter(options.noteRequest, client)
  const { admit, admitKey, isStillAdmitted } = authorizer({
    identify,
    identifyAnew,
    door: options.console?.door,
    countRequest,
    takeBody,
    trust: gate.trust,
  })
  const streams = eventStreams({
    timing: options.streamTiming ?? defaultStreamTiming,
    isStillAdmitted,
    onCutOff: noteReply,
  })

  const noteAnswer = (
    to: FastifyBaseLogger,
    answer: { operation: string; status: number; ms: number; requestId?: string },
  ) => {
    metrics.answered(answer.operation, answer.status, answer.ms)
    to.debug(answer, 'request answered')
  }

  function noteReply(request: FastifyRequest, { statusCode: status, elapsedTime: ms }: FastifyReply): void {
    noteAnswer(request.log, { operation: nameOf(request), status, ms })
  }

  const fastify = newServer({ log, doors, isPassing })
  if (options.tracer) traceRequests(fastify, options.tracer)
  // With a callback: a promise would make even requests without a key wait for the next turn.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    if (isAmbiguous(request.raw)) {
      reply.header('connection', 'close')
      drainAndClose(request.raw)
      return done(new Refusal('invalid_request'))
    }
    const { operation } = request.routeOptions.config
    if (!operation) return done()
    admit(operation, request, reply).then(() => done(), done)
  })

  fastify.addHook('onResponse', (request, reply, done) => {
    noteReply(request, reply)
    noteToLog(request, reply)
    noteChange(log, request, reply)
    done()
  })

  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    // Also on requests that were in flight when the drain began.
    if (state.draining) reply.header('connection', 'close')
    done()
  })

  /** Logs an error and returns the refusal to answer with. */
  function refusalFor(error: unknown, request: FastifyRequest): Refusal {
    // The client disconnected in the middle of its request: nobody reads the answer, and it is not our fault.
    if (request.raw.destroyed && !request.raw.complete) return new Refusal('invalid_request')
    const refusal = asRefusal(error, isPassing)
    if (!refusal) request.log.error({ err: error, operation: nameOf(request) }, 'request failed')
    else if (refusal.code === 'service_unavailable' && !isHealthCheck(request)) noteOutage(refusal.cause)
    return refusal ?? new Refusal('internal_error')
  }
  fastify.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalFor(error, request)))

  addRoutes(fastify, options, {
    ...{ client, streams, takeBody, admitKey, refusalFor, release: gate.release },
    isDraining: () => state.draining,
  })
  answerOddities(fastify.server)
  gate.guard(fastify.server, {
    onTurnedAway(answer) {
      noteAnswer(log, { operation: noOperation, ...answer })
      noteTurnedAway(tooMany)
    },
  })
  if (options.readers) {
    answerTrackingFirst(fastify.server, {
      ...options.readers,
      isOpen: () => !state.draining,
      onAnswered: answer => noteAnswer(log, { operation: noOperation, ...answer }),
    })
  }
  trackPendingAnswers(fastify.server)

  return {
    fastify,
    startDraining() {
      state.draining = true
      streams.endAll()
    },
  }
}

type Routing = OperationParts & {
  takeBody: TakeBody
  admitKey: Authorizer['admitKey']
  refusalFor: RefusalFor
  isDraining(): boolean
}

function addRoutes(
  fastify: FastifyInstance,
  options: AppOptions,
  { client, streams, release, takeBody, admitKey, refusalFor, isDraining }: Routing,
): void {
  const { publicUrl, console, doors = [], nowFor = async () => systemClock(), readers } = options
  const handlers: Partial<Handlers & ConsoleHandlers> = { ...options.handlers, ...console?.handlers }
  for (const operation of [...allOperations, ...(console ? allConsoleOperations : [])]) {
    // `as`: by definition, Handlers and ConsoleHandlers have a handler of the right type for each operation.
    const handler = handlers[operation.id as keyof typeof handlers] as AnyHandler
    fastify.route(operationRoute(operation, handler, { client, streams, release }))
  }
  for (const door of doors) doorRoutes(fastify, door, { handlers: options.handlers, client, nowFor, refusalFor })
  mcpRoute(fastify, { admitKey, publicUrl })
  callbackRoutes(fastify, options.callbacks ?? new Map(), takeBody)
  if (readers) readerRoutes(fastify, readers, refusalFor)
  healthRoutes(fastify, { ...options, isDraining })
  documentRoutes(fastify, publicUrl)
  fontRoute(fastify)
  guideRoutes(fastify, options.guide ?? new Map())
  const files = options.dashboard ?? new Map()
  dashboardRoutes(fastify, files)
  unroutedRoutes(fastify, pageOf(files))
}

const isHealthCheck = (request: FastifyRequest): boolean => healthPaths.includes(request.url)

const noOperation = 'other'

/** Created once: its stack trace costs more than the rest of a rejection. */
const tooMany = new Error('too many requests at once')

function nameOf({ routeOptions: { config } }: FastifyRequest): string {
  return config.operation?.id ?? noOperation
}
