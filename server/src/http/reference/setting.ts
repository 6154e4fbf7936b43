import type { ErrorCode } from '@posthorn/contract/errors'
import type { ApiOperation } from '@posthorn/contract/operation'

export type ErrorList = Readonly<Record<ErrorCode, { status: number; message: string }>>

/** Shared by all parts of the page. */
export type Setting = {
  /** The public URL of the service, without a trailing slash. */
  baseUrl: string
  errors: ErrorList
  operations: readonly ApiOperation[]
}
