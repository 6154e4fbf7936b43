/** The part of html-to-text that is used here; the package brings no types. */
declare module 'html-to-text' {
  export type DomNode = {
    type: string
    name?: string
    data?: string
    attribs?: Record<string, string>
    children?: DomNode[]
    parent?: DomNode | null
  }

  export type Builder = {
    addInline(text: string): void
    openBlock(options: { leadingLineBreaks: number }): void
    closeBlock(options: { trailingLineBreaks: number; blockTransform?: (text: string) => string }): void
    openList(options: { leadingLineBreaks: number; maxPrefixLength: number }): void
    openListItem(options: { prefix: string }): void
    closeListItem(): void
    closeList(options: { trailingLineBreaks: number }): void
  }

  export type Formatter = (
    element: DomNode,
    walk: (nodes: DomNode[] | undefined, builder: Builder) => void,
    builder: Builder,
  ) => void

  export function compile(options: {
    wordwrap: false
    baseElements: { selectors: string[] }
    limits: { maxDepth: number; maxBaseElements: number; ellipsis: string }
    formatters: Record<string, Formatter>
    selectors: { selector: string; format: string; options?: Record<string, unknown> }[]
  }): (html: string) => string
}
