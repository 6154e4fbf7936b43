import { Drop } from 'liquidjs'

/**
 * Stands for variables that were not given. Conditions and loops treat it as nothing, filters pass it on, `default` replaces it;
 * only printing it is a fault, and then it still knows which variables were missing.
 */
export class Missing extends Drop {
  readonly paths: readonly string[]

  constructor(paths: readonly string[]) {
    super()
    this.paths = paths
  }

  override valueOf(): null {
    return null
  }
}

/** The missing ones among these values, if there are any. */
export function missingAmong(values: readonly unknown[]): Missing | undefined {
  const missing = values.filter(value => value instanceof Missing)
  return missing.length > 1 ? new Missing(missing.flatMap(({ paths }) => paths)) : missing[0]
}
