import { Context, Drop, type Liquid } from 'liquidjs'
import type { Deadline } from './deadline.ts'
import { limits } from './limits.ts'
import { Missing } from './missing.ts'
import { Markup } from './printing.ts'

// The library would call any method of its own objects, also those of their prototypes.
const loopFields = new Set([
  ...['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length'],
  ...['row', 'col', 'col0', 'col_first', 'col_last'],
])

/** What a template can see while it is rendered, and for how long. */
export class RenderScope extends Context {
  /** Collects the variables that were printed without having been given. */
  readonly missing: Set<string>

  constructor(liquid: Liquid, variables: object, missing: Set<string>, deadline: Deadline) {
    const own: object = Object.assign(Object.create(null), variables)
    // `as`: the library uses only `check`.
    const renderLimit = deadline as unknown as Context['renderLimit']
    super(own, liquid.options, { sync: true, memoryLimit: limits.memory }, { liquid, renderLimit })
    this.missing = missing
  }

  /** Every variable is read here, so no expression outlasts the time limit. */
  override *_get(path: (string | number | Drop)[]): Generator<unknown, unknown> {
    this.renderLimit.check(performance.now())
    const value: unknown = yield super._get(path)
    if (value instanceof Missing) return value
    return value === undefined ? new Missing([path.map(String).join('.')]) : value
  }

  override readProperty(object: object, key: string | number | Drop): unknown {
    if (object instanceof Missing) return object
    if (object instanceof Markup) return super.readProperty(Object(object.valueOf()), key)
    if (object instanceof Drop && !loopFields.has(String(key))) return undefined
    return super.readProperty(object, key)
  }
}
