import { CopyButton } from './copy-button.tsx'

type Props = { code: string; title?: string; isWrapped?: boolean; maxHeight?: string }

/** Code or machine output, with a copy button. */
export function CodeBlock({ code, title, isWrapped, maxHeight }: Props) {
  return (
    <figure className="group relative overflow-hidden rounded-lg border border-line bg-sunken">
      {title && <figcaption className="border-b border-line px-3 py-1.5 text-sm text-faint">{title}</figcaption>}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
        style={{ maxHeight }}
        className={`overflow-auto px-3 py-2.5 pr-12 font-mono text-xs leading-relaxed ${isWrapped ? 'whitespace-pre-wrap' : ''}`}
      >
        <code>{code}</code>
      </pre>
      {/* No taller than the title, so that the line under it is not covered. */}
      <div className={`absolute right-1 bg-sunken ${title ? 'top-px' : 'top-1'}`}>
        <CopyButton text={code} label="Copy code" />
      </div>
    </figure>
  )
}

/** A short value such as an id, with a copy button. */
export function CopyText({ text, label }: { text: string; label?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="truncate font-mono text-xs">{text}</code>
      <CopyButton text={text} label={label ?? `Copy ${text}`} />
    </span>
  )
}
