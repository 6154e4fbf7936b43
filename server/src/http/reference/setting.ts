import type { ErrorCode } from '@posthorn/contract/errors'
import type { ApiOperation } from '@posthorn/contract/operation'

export type ErrorList = Readonly<Record<ErrorCode, { status: number; message: string }>>

/** What every part of the page may need to know. */
export type Setting = {
  /** Where the service is reached, without a slash at the end. */
  baseUrl: string
  errors: ErrorList
  operations: readonly ApiOperation[]
}
