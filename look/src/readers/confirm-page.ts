/** The page on which a person confirms a subscription. Opening it changes nothing. */
import { html } from '../html.ts'
import { type Brand, readerPage } from './frame.ts'

export type ConfirmPage = {
  brand: Brand
  /** The organization's message after the confirmation. */
  confirmationWords: string | null
  address: string
  topics: readonly string[]
  state: 'pending' | 'confirmed' | 'ended'
}

export function confirmPage(
  { brand, confirmationWords, address, topics, state }: ConfirmPage,
  fontPath: string,
): string {
  const list = html`<ul>${topics.map(name => html`<li>${name}</li>`)}</ul>`
  const content = {
    pending: html`<h1>Do you want to receive this from ${brand.name}?</h1>${list}
<p class="soft">It will be sent to <b>${address}</b>. Every email has a link to unsubscribe.</p>
<form method="post"><div class="actions"><button class="main">Yes, subscribe me</button></div></form>
<p class="soft">If you did not request this, close this page.</p>`,
    confirmed: html`<div role="status"><h1>You are subscribed.</h1></div>
${confirmationWords !== null && html`<p>${confirmationWords}</p>`}
<p class="soft"><b>${address}</b> receives:</p>${list}`,
    ended: html`<h1>This request is no longer valid</h1>
<p class="soft">It was not confirmed in time or was withdrawn. Sign up again to get a new link.</p>`,
  }[state]
  return readerPage({ title: `Subscription to ${brand.name}`, brand, fontPath }, content)
}
