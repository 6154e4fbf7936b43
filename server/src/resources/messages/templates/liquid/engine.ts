/** Liquid without files, prototypes, unbounded work, or the time zone and language of the machine. */
import './ranges.ts'
import { type Context, Liquid, type LiquidOptions } from 'liquidjs'
import { offerFilters } from './filters.ts'
import { Missing } from './missing.ts'
import { escapeHtml, Markup, printed } from './printing.ts'
import { RenderScope } from './scope.ts'
import { offerTags } from './tags.ts'

const options: LiquidOptions = {
  ownPropertyOnly: true,
  strictFilters: true,
  templates: Object.create(null),
  timezoneOffset: 0,
  locale: 'en-US',
}

export const htmlEngine = makeEngine(escaped)
export const plainEngine = makeEngine(asItIs)

type Print = (value: unknown) => unknown

function makeEngine(toOutput: Print): Liquid {
  const printsHtml = toOutput === escaped
  /** All printed values pass through here. */
  const print = (context: Context, value: unknown): unknown =>
    value instanceof Missing ? note(context, value) : toOutput(value)
  // `as`: the library calls it as the last filter, though the type of the option does not say so.
  const outputEscape = function (this: { context: Context }, value: unknown) {
    return print(this.context, value)
  } as Exclude<LiquidOptions['outputEscape'], string | undefined>
  const liquid = new Liquid({ ...options, outputEscape })
  offerFilters(liquid, printsHtml)
  offerTags(liquid, printsHtml, print)
  return liquid
}

function note(context: Context, { paths }: Missing): string {
  if (context instanceof RenderScope) for (const path of paths) context.missing.add(path)
  return ''
}

function escaped(value: unknown): unknown {
  return value instanceof Markup ? value : escapeHtml(printed(value))
}

function asItIs(value: unknown): unknown {
  return value
}
