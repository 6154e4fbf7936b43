import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { pascalCase } from './naming.ts'
import { docstring, pythonHeader } from './python-types.ts'

/** A class for each code: Python tells errors apart by class. */
export function pythonErrors(): string {
  const codes = Object.keys(errors) as ErrorCode[] // as: keys of a constant
  const classes = codes.map(code => `class ${className(code)}(ApiError):\n    ${docstring(errors[code].message)}\n`)
  return `${pythonHeader}

from __future__ import annotations

from .errors import ApiError


${classes.join('\n\n')}

BY_CODE: dict[str, type[ApiError]] = {
${codes.map(code => `    "${code}": ${className(code)},`).join('\n')}
}
`
}

const className = (code: string): string => `${pascalCase(code).replace(/Error$/, '')}Error`
