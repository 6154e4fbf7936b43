/** Where a reader says what they want to get: one button for what the email was about, everything else below it. */
import { type Html, html, trusted } from '../html.ts'
import { type Brand, readerPage } from './frame.ts'

export type Topic = { id: string; name: string; description: string | null; subscribed: boolean }

/** What the reader has just done. */
export type Done = 'left-topic' | 'joined-topic' | 'saved' | 'left' | 'came-back'

export type PreferencesPage = {
  brand: Brand
  /** What the organization says to those who are about to leave, and to those who have come back. */
  unsubscribeWords: string | null
  confirmationWords: string | null
  address: string
  /** False: nothing but what must be sent, such as receipts. */
  isSubscribed: boolean
  topics: readonly Topic[]
  /** The topic of the email that the link came with. */
  topicId: string | null
}

export function preferencesPage(page: PreferencesPage, fontPath: string, done?: Done): string {
  const { brand, topics, topicId, isSubscribed } = page
  const topic = topics.find(({ id }) => id === topicId)
  const content = !isSubscribed
    ? outOfEverything(page, done)
    : topic?.subscribed === false
      ? outOfTopic(page, topic, done)
      : stillIn(page, topic, done)
  return readerPage({ title: `Emails from ${brand.name}`, brand, fontPath }, content)
}

export const unknownLinkPage = (fontPath: string): string =>
  readerPage(
    { title: 'Unknown link', fontPath },
    html`<h1>This link is not known</h1>
<p class="soft">It may have been cut in two by a mail program. Try the link in the email again, or answer the email.</p>`,
  )

const outOfEverything = ({ address }: PreferencesPage, done: Done | undefined): Html =>
  html`${said('You are unsubscribed from everything.')}
<p class="soft">Only messages that you asked for yourself, such as receipts, still reach <b>${address}</b>.</p>
${form(button('came-back', done === 'left' ? 'Undo' : 'Subscribe again'))}`

const outOfTopic = (page: PreferencesPage, topic: Topic, done: Done | undefined): Html =>
  html`${noteOf(done)}${said(`You are unsubscribed from ${topic.name}.`)}
<p class="soft"><b>${page.address}</b> will not get it any more.</p>
${form(button('joined-topic', done === 'left-topic' ? 'Undo' : 'Subscribe again'))}
${otherWays(page, done)}`

function stillIn(page: PreferencesPage, topic: Topic | undefined, done: Done | undefined): Html {
  const { brand, unsubscribeWords, confirmationWords, address, topics } = page
  // Whoever has just come back is not asked to leave.
  const isBack = done === 'came-back' || done === 'joined-topic'
  const what = topic?.name ?? `emails of ${brand.name}`
  const words = isBack ? confirmationWords : unsubscribeWords
  const all = topics.length > 0 ? 'Unsubscribe from everything' : 'Unsubscribe'
  const look = isBack ? undefined : 'main'
  return html`${noteOf(done)}${isBack ? said(`You get ${what} again.`) : html`<h1>Unsubscribe from ${what}?</h1>`}
<p class="soft">It is sent to <b>${address}</b>.</p>
${words !== null && html`<p>${words}</p>`}
${form(topic ? button('left-topic', `Unsubscribe from ${topic.name}`, look) : button('left', all, look))}
${topics.length > 0 && otherWays(page, done, topic !== undefined)}`
}

const said = (text: string): Html => html`<div role="status"><h1>${text}</h1></div>`

const noteOf = (done: Done | undefined): Html | false =>
  done === 'saved' && html`<p class="note" role="status">Your choice is saved.</p>`

/** What few want: other topics, or out of everything. */
const otherWays = ({ topics }: PreferencesPage, done: Done | undefined, canLeave = true): Html =>
  html`<details${done === 'saved' && trusted(' open')}><summary>${canLeave ? 'Other choices' : 'Choose what you receive'}</summary>
${form(html`<fieldset><legend>What do you want to receive?</legend>${topics.map(topicRow)}</fieldset>
<div class="actions">${button('saved', 'Save')}${canLeave && button('left', 'Unsubscribe from everything')}</div>`)}</details>`

const topicRow = ({ id, name, description, subscribed }: Topic): Html =>
  html`<label><input type="checkbox" name="topic" value="${id}"${subscribed && trusted(' checked')}>
<span>${name}${description !== null && html`<span>${description}</span>`}</span></label>`

const form = (content: Html): Html =>
  html`<form method="post"><input type="hidden" name="from" value="page">${content}</form>`

const button = (action: Done, label: string, look?: 'main'): Html =>
  html`<button name="do" value="${action}"${look === 'main' && trusted(' class="main"')}>${label}</button>`
