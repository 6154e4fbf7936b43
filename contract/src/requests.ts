import { type Static, Type } from 'typebox'
import { operation } from './operation.ts'
import { Page, PageQuery, textFilter } from './page.ts'
import { Id, OneOf, PathId, Timestamp } from './scalars.ts'

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export const statusClasses = ['2xx', '4xx', '5xx', 'error'] as const
const maxFilter = 200

const bytes = (description: string) => Type.Optional(Type.Integer({ description }))

export const LoggedRequest = Type.Object(
  {
    id: Id,
    request_id: Type.String({ description: 'The x-request-id of the answer.' }),
    method: OneOf(requestMethods),
    path: Type.String({
      description:
        'The path of the request. A path parameter that is not an id is replaced by the name of the parameter.',
    }),
    query: Type.Optional(
      Type.String({
        description: 'The query string. Values that may be an address, a phone number or a token are left out.',
      }),
    ),
    operation: Type.String({ description: 'The id of the operation, such as sendEmail.' }),
    status: Type.Integer(),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String({ description: 'The error message, without addresses and phone numbers.' }),
        },
        { description: 'Why the request was refused.' },
      ),
    ),
    duration_ms: Type.Number(),
    key: Type.Object({ id: Id, name: Type.Optional(Type.String()), hint: Type.Optional(Type.String()) }),
    ip_address: Type.String(),
    user_agent: Type.Optional(Type.String({ description: 'At most 200 characters.' })),
    has_idempotency_key: Type.Boolean(),
    request_bytes: bytes('Size of the body.'),
    response_bytes: bytes('Size of the answer.'),
    left_out: Type.Integer({
      description: 'How many requests before this one were not logged, because there were too many in that minute.',
    }),
    created_at: Timestamp,
  },
  {
    $id: 'LoggedRequest',
    description: 'A request made with a key of this environment, without its body and the body of the answer.',
  },
)
export type LoggedRequest = Static<typeof LoggedRequest>

const refused: LoggedRequest = {
  id: '01945c1e-fa17-7c5c-a63b-80cf51d29388',
  request_id: '0b1f6f0e-6a5e-4d0a-9a53-2f2c7f6f0c11',
  method: 'POST',
  path: '/v1/emails',
  operation: 'sendEmail',
  status: 400,
  error: { code: 'validation_error', message: 'to: is missing' },
  duration_ms: 1.8,
  key: { id: '01945c1e-0b28-7d6d-b74c-91d062e3a499', name: 'CI', hint: 'tx_live_9fQx…' },
  ip_address: '203.0.113.9',
  user_agent: 'node',
  has_idempotency_key: false,
  request_bytes: 112,
  response_bytes: 148,
  left_out: 0,
  created_at: '2026-11-15T09:30:00.000Z',
}

export const requests = {
  listRequests: operation({
    id: 'listRequests',
    method: 'GET',
    path: '/v1/requests',
    tag: 'Logs',
    summary: 'List requests',
    description:
      'Returns the requests that keys of this environment made in the last days, newest first. A request appears about a second after its answer. Bodies are not logged, except for the reason of a refusal. Above a few hundred requests per minute only a sample is logged, with more refusals than successes; left_out says how many are missing. Filters can be combined.',
    permission: 'requests:read',
    query: PageQuery({
      status_class: Type.Optional(OneOf(statusClasses, { description: 'The status class. error: 4xx and 5xx.' })),
      status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
      method: Type.Optional(OneOf(requestMethods)),
      path: textFilter('Only this path and paths below it, such as /v1/emails.', maxFilter),
      key_id: textFilter('Only requests made with this key.', maxFilter),
      request_id: textFilter('Only the request with this x-request-id.', maxFilter),
      start: Type.Optional(Type.String({ ...Timestamp, description: 'Only requests answered at this time or later.' })),
      end: Type.Optional(Type.String({ ...Timestamp, description: 'Only requests answered before this time.' })),
    }),
    reply: Page(LoggedRequest, 'LoggedRequestPage'),
    refusals: [],
    example: { query: { status_class: 'error' }, reply: { data: [refused], has_more: false } },
  }),
  getRequest: operation({
    id: 'getRequest',
    method: 'GET',
    path: '/v1/requests/{id}',
    tag: 'Logs',
    summary: 'Read a request',
    permission: 'requests:read',
    params: Type.Object({ id: PathId }),
    reply: LoggedRequest,
    refusals: [],
    example: { params: { id: refused.id }, reply: refused },
  }),
}
