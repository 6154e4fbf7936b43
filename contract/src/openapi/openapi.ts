import type { TSchema } from 'typebox'
import { allOperations } from '../all-operations.ts'
import { ErrorBody, type ErrorCode, errors } from '../errors.ts'
import { type ApiOperation, refusalsOf } from '../operation.ts'
import {
  errorHeaders,
  exampleRef,
  type HeaderName,
  headerRefs,
  idempotencyKeyRef,
  rateLimitHeaders,
  sharedParts,
} from './openapi-parts.ts'
import { publishSchema, type Schema } from './openapi-schema.ts'

/** The version of the API, set by api.md. The service has a version of its own. */
export const apiVersion = '1.0.3'

/** The headings of the API reference, in order. */
export const tags = [
  { name: 'Emails', description: 'Send emails, now or scheduled, and track them.' },
  { name: 'SMS', description: 'Send text messages and track them.' },
  { name: 'Domains', description: 'The domains you send email from, and their DNS records.' },
  { name: 'Templates', description: 'Reusable content of emails.' },
  { name: 'Contacts', description: 'The people you write to, and their subscriptions.' },
  { name: 'Consent', description: 'What people consented to and withdrew, when and how.' },
  { name: 'Signup forms', description: 'Forms that people subscribe with, on your site or on a hosted page.' },
  { name: 'Suppressions', description: 'Addresses that no email is sent to.' },
  { name: 'Contact fields', description: 'Custom fields of contacts.' },
  { name: 'Segments', description: 'Groups of contacts, defined by a filter or as a list.' },
  { name: 'Topics', description: 'What contacts can subscribe to.' },
  { name: 'Broadcasts', description: 'One message to many contacts.' },
  { name: 'Workflows', description: 'Automations that start on an event and can run for days.' },
  { name: 'Webhooks', description: 'Receive events over HTTP instead of polling.' },
  { name: 'Events', description: 'All events in order, as a list or a stream.' },
  { name: 'Account', description: 'Limits, credits and analytics.' },
  { name: 'API keys', description: 'Create, rename and revoke API keys.' },
  { name: 'Logs', description: 'Logged requests, and the audit log.' },
] as const

export type OpenApiOptions = {
  /** The URL of the service. Default: the URL that the document was loaded from. */
  serverUrl?: string
}

type Parameter = { $ref: string } | { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>
type Response = { description: string; headers: Record<string, { $ref: string }>; content: Content }
export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Response | { $ref: string }>
}

/** Shared components, collected from all operations. */
type Components = { schemas: Map<string, Schema>; responses: Map<string, Response> }

/** The whole API as an OpenAPI 3.1 document. */
export function openapi({ serverUrl = '/' }: OpenApiOptions = {}) {
  const components: Components = { schemas: new Map(), responses: new Map() }
  const byMethod = (some: readonly ApiOperation[]) =>
    some.map(
      operation => [operation.method.toLowerCase(), describe(operation, refusalsOf(operation), components)] as const,
    )
  const paths = [...Map.groupBy(allOperations, ({ path }) => path)].map(
    ([path, some]) => [path, Object.fromEntries(byMethod(some))] as const,
  )

  return {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: apiVersion,
      description: 'Send email and SMS, and manage contacts, topics, workflows and webhooks.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags,
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries(components.schemas),
      responses: Object.fromEntries(components.responses),
      ...sharedParts(new Set(allOperations.flatMap(refusalsOf))),
    },
  }
}
export type OpenApi = ReturnType<typeof openapi>

function describe(operation: ApiOperation, codes: readonly ErrorCode[], components: Components): OpenApiOperation {
  const parameters = [
    ...parametersIn('path', operation.params, operation.example?.params, components),
    ...parametersIn('query', operation.query, operation.example?.query, components),
    ...(operation.idempotent ? [idempotencyKeyRef] : []),
  ]
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, operation.permission && `Requires the permission \`${operation.permission}\`.`]
      .filter(Boolean)
      .join('\n\n'),
    security: [{ apiKey: operation.permission ? [operation.permission] : [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: content('application/json', operation.body, operation.example?.body, components),
      },
    }),
    responses: { [operation.status ?? 200]: success(operation, components), ...failures(codes, components) },
  }
}

function parametersIn(
  place: 'path' | 'query',
  shape: TSchema | undefined,
  example: unknown,
  components: Components,
): Parameter[] {
  if (!shape) return []
  const { properties = {}, required = [] } = shape as { properties?: Record<string, TSchema>; required?: string[] } // params and queries are objects
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = publishSchema(property, components.schemas)
    const value = Object(example)[name]
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(value !== undefined && { example: value }),
    }
  })
}

function content(media: string, schema: TSchema, example: unknown, components: Components): Content {
  return {
    [media]: {
      schema: publishSchema(schema, components.schemas),
      ...(example !== undefined && { example }),
    },
  }
}

function success(operation: ApiOperation, components: Components): Response {
  const names: HeaderName[] = [
    'x-request-id',
    ...rateLimitHeaders,
    ...(operation.idempotent ? (['idempotent-replayed'] as const) : []),
    ...(operation.body ? (['x-ignored-fields'] as const) : []),
  ]
  const { description } = operation.reply as { description?: string } // TSchema leaves the annotations out
  return {
    description: description ?? 'Success.',
    headers: headerRefs(names),
    content: content(operation.media ?? 'application/json', operation.reply, operation.example?.reply, components),
  }
}

/** By status. Operations with the same codes share one response component. */
function failures(codes: readonly ErrorCode[], components: Components): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(codes, code => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const name = [status, ...some].join('.')
      components.responses.set(name, failure(status, some, components))
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function failure(status: number, codes: readonly ErrorCode[], { schemas }: Components): Response {
  return {
    description: codes.map(code => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
    headers: headerRefs(errorHeaders(status)),
    content: {
      'application/json': {
        schema: publishSchema(ErrorBody, schemas),
        examples: Object.fromEntries(codes.map(code => [code, exampleRef(code)])),
      },
    },
  }
}
