import { Drop } from 'liquidjs'

/**
 * Stands for variables that were not given. It is nothing to conditions and loops, filters pass it on, `default` puts
 * something in its place; only printing it is a fault, and then it still knows what was missing.
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

/** What is missing among these, if anything is. */
export function missingAmong(values: readonly unknown[]): Missing | undefined {
  const missing = values.filter(value => value instanceof Missing)
  return missing.length > 1 ? new Missing(missing.flatMap(({ paths }) => paths)) : missing[0]
}
