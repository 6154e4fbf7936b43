/**
 * A person's consent before anything is sent in the live environment. It is stateless: a signed token with a fingerprint of the arguments
 * travels with the question and comes back with the answer.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { asData, cut, failure } from './result.ts'
import type { Tool } from './tool.ts'

/** Long enough to read an email twice. */
const ttlSeconds = 600

/** `once` becomes the Idempotency-Key: one consent sends one message, however often it is presented. */
type Question = { shown: 'form' | 'agent'; what: string; once: string }
export type QuestionCodec = RequestStateCodec<Question>

type Given = Readonly<Record<string, unknown>>
export type Decision = { kind: 'yes'; once: string } | { kind: 'open'; answer: CallToolResult | InputRequiredResult }

export const questionCodec = (secret: Uint8Array): QuestionCodec =>
  createRequestStateCodec<Question>({ key: secret, ttlSeconds })

type Parts = { tool: Tool; codec: QuestionCodec; context: ServerContext; canAsk: boolean }

/** `given` does not include the confirmation itself. */
export async function decide(parts: Parts, given: Given, confirmation: unknown): Promise<Decision> {
  const { tool, codec, context, canAsk } = parts
  const what = fingerprint(tool, given)
  if (confirmation !== undefined) return decideByToken(parts, what, String(confirmation))
  const answered = context.mcpReq.requestState<Question>()
  if (answered) return decideByForm(context, answered, what)
  const question: Question = { shown: canAsk ? 'form' : 'agent', what, once: randomUUID() }
  const state = await codec.mint(question, context)
  return open(canAsk ? form(tool, given, state) : summary(tool, given, state))
}

/** From the capabilities that the client sent with this request or when it connected. */
export function canAskPerson(context: ServerContext, connected: object | undefined): boolean {
  const said: Record<string, unknown> = Object(context.mcpReq.envelope)
  return Object(said[CLIENT_CAPABILITIES_META_KEY] ?? connected).elicitation !== undefined
}

async function decideByToken({ codec, context }: Parts, what: string, token: string): Promise<Decision> {
  const question = await codec.verify(token, context).catch(() => undefined)
  if (question?.shown === 'agent' && question.what === what) return { kind: 'yes', once: question.once }
  return open(
    failure(
      'This confirmation is for other arguments, or it is older than ten minutes. Call the tool without it to get a new one, and ask the person again.',
    ),
  )
}

function decideByForm({ mcpReq }: ServerContext, { shown, what: asked, once }: Question, what: string): Decision {
  const isYes = acceptedContent<{ send?: unknown }>(mcpReq.inputResponses, 'send')?.send === true
  if (isYes && shown === 'form' && asked === what) return { kind: 'yes', once }
  return open(failure('The person did not agree. Nothing was sent. Do not send it in another way.'))
}

const open = (answer: CallToolResult | InputRequiredResult): Decision => ({ kind: 'open', answer })

function form(tool: Tool, given: Given, requestState: string): InputRequiredResult {
  const send = { type: 'boolean', title: 'Send it', default: false } as const
  return inputRequired({
    inputRequests: {
      send: inputRequired.elicit({
        message: `${tool.title} in the LIVE environment?\n\n${inLines(given)}`,
        requestedSchema: { type: 'object', properties: { send }, required: ['send'] },
      }),
    },
    requestState,
  })
}

const summary = (tool: Tool, given: Given, confirmation: string): CallToolResult =>
  asData({
    sent: false,
    next: 'Nothing was sent. Show this to the person. Only when they agree, call the tool again within ten minutes with the same arguments and this confirmation.',
    environment: 'live',
    [tool.name]: given,
    confirmation,
  })

const maxLine = 600

const inLines = (given: Given): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map(line => (line.length > maxLine ? `${cut(line, maxLine)} …` : line))
    .join('\n')

const fingerprint = ({ name }: Tool, given: Given): string =>
  createHash('sha256')
    .update(`${name}\n${inOrder(given)}`)
    .digest('base64url')

/** Sorts keys, so the order of arguments does not matter. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
