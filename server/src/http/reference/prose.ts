import { type Html, html } from '@posthorn/look/html'

/** Text from the contract. Names such as `scheduled_for` and text in backticks are set as code. */
export function prose(text: string): Html {
  const parts = text.split(/(`[^`]+`|\b[a-z]+(?:_[a-z]+)+\b)/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part.replaceAll('`', '')}</code>` : part))}`
}
