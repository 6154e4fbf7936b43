import { CaptureTag, type Context, CycleTag, type Emitter, type Liquid, Tag, type TagToken, Value } from 'liquidjs'
import { BoundedEmitter, Markup } from './printing.ts'
import { readBy } from './variables.ts'

type Rest = ConstructorParameters<typeof Tag>[1]
type Print = (context: Context, value: unknown) => unknown

/** Removes tags that read files, and bounds those that the library does not. */
export function offerTags(liquid: Liquid, printsHtml: boolean, print: Print): void {
  for (const name of ['include', 'render', 'layout', 'block']) liquid.registerTag(name, unavailable(name))
  liquid.registerTag('capture', boundedCapture(printsHtml))
  liquid.registerTag('cycle', LiteralCycle)
  liquid.registerTag('echo', echo(print))
}

const unavailable = (name: string) =>
  class extends Tag {
    constructor(token: TagToken, rest: Rest, liquid: Liquid) {
      super(token, rest, liquid)
      throw new Error(`{% ${name} %} is not available: a template stands alone`)
    }

    override *render(): Generator<unknown, void> {}
  }

const boundedCapture = (printsHtml: boolean) =>
  class extends CaptureTag {
    override *render(context: Context): Generator<unknown, void, string> {
      const emitter = new BoundedEmitter()
      yield this.liquid.renderer.renderTemplates(this.templates, context, emitter)
      context.memoryLimit.use(emitter.buffer.length)
      const made = printsHtml ? new Markup(emitter.buffer) : emitter.buffer
      Object.assign(context.bottom(), { [this.variable]: made })
    }
  }

/** The library's cycle would print a missing variable as nothing. */
class LiteralCycle extends CycleTag {
  constructor(token: TagToken, rest: Rest, liquid: Liquid) {
    super(token, rest, liquid)
    for (const candidate of this.arguments()) {
      if (readBy(candidate).length > 0) throw new Error('{% cycle %} takes texts and numbers, not variables')
    }
  }
}

/** Like `{{ }}`; the library's own echo forgets what is already escaped and what is missing before it prints. */
const echo = (print: Print) =>
  class extends Tag {
    readonly value: Value

    constructor(token: TagToken, rest: Rest, liquid: Liquid) {
      super(token, rest, liquid)
      this.value = new Value(this.tokenizer.readFilteredValue(), liquid)
    }

    override *render(context: Context, emitter: Emitter): Generator<unknown, void> {
      emitter.write(print(context, yield this.value.value(context)))
    }

    *arguments(): Generator<Value> {
      yield this.value
    }
  }
