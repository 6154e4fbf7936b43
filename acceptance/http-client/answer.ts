import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorBody } from '@posthorn/contract/errors'

export type Answer<Body = ErrorBody> = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  body: Body
}
