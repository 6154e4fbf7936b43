/** The preferences page: one button for the topic of the email, everything else below it. */
import { type Html, html, trusted } from '../html.ts'
import { type Brand, readerPage } from './frame.ts'

/** `pending`: the reader was asked to confirm the topic. */
export type Topic = { id: string; name: string; description: string | null; subscribed: boolean; pending: boolean }

/** The recipient's last action. */
export type Done = 'left-topic' | 'joined-topic' | 'saved' | 'left' | 'came-back'

export type PreferencesPage = {
  brand: Brand
  /** The organization's messages before unsubscribing and after subscribing again. */
  unsubscribeWords: string | null
  confirmationWords: string | null
  address: string
  /** False: only transactional email, such as receipts, is sent. */
  isSubscribed: boolean
  topics: readonly Topic[]
  /** The topic of the email with the link. */
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
    html`<h1>This link is not valid</h1>
<p class="soft">Your mail app may have cut it off. Try the link in the email again, or reply to the email.</p>`,
  )

const outOfEverything = ({ address }: PreferencesPage, done: Done | undefined): Html =>
  html`${said('You are unsubscribed from everything.')}
<p class="soft">Only messages that you request yourself, such as receipts, are still sent to <b>${address}</b>.</p>
${form(button('came-back', done === 'left' ? 'Undo' : 'Subscribe again'))}`

const outOfTopic = (page: PreferencesPage, topic: Topic, done: Done | undefined): Html =>
  html`${noteOf(done)}${said(`You are unsubscribed from ${topic.name}.`)}
<p class="soft"><b>${page.address}</b> will no longer receive it.</p>
${form(button('joined-topic', done === 'left-topic' ? 'Undo' : 'Subscribe again'))}
${otherWays(page, done)}`

function stillIn(page: PreferencesPage, topic: Topic | undefined, done: Done | undefined): Html {
  const { brand, unsubscribeWords, confirmationWords, address, topics } = page
  // A person who has just subscribed again is not asked to unsubscribe.
  const isBack = done === 'came-back' || done === 'joined-topic'
  const what = topic?.name ?? `emails from ${brand.name}`
  const words = isBack ? confirmationWords : unsubscribeWords
  const all = topics.length > 0 ? 'Unsubscribe from everything' : 'Unsubscribe'
  const look = isBack ? undefined : 'main'
  return html`${noteOf(done)}${isBack ? said(`You are subscribed to ${what} again.`) : html`<h1>Unsubscribe from ${what}?</h1>`}
<p class="soft">It is sent to <b>${address}</b>.</p>
${words !== null && html`<p>${words}</p>`}
${form(topic ? button('left-topic', `Unsubscribe from ${topic.name}`, look) : button('left', all, look))}
${topics.length > 0 && otherWays(page, done, topic !== undefined)}`
}

const said = (text: string): Html => html`<div role="status"><h1>${text}</h1></div>`

const noteOf = (done: Done | undefined): Html | false =>
  done === 'saved' && html`<p class="note" role="status">Your choices have been saved.</p>`

/** The less common choices: other topics, or unsubscribe from everything. */
const otherWays = ({ topics }: PreferencesPage, done: Done | undefined, canLeave = true): Html =>
  html`<details${done === 'saved' && trusted(' open')}><summary>${canLeave ? 'Other choices' : 'Choose what you receive'}</summary>
${form(html`<fieldset><legend>What do you want to receive?</legend>${topics.map(topicRow)}</fieldset>
<div class="actions">${button('saved', 'Save')}${canLeave && button('left', 'Unsubscribe from everything')}</div>`)}</details>`

const topicRow = ({ id, name, description, subscribed, pending }: Topic): Html =>
  html`<label><input type="checkbox" name="topic" value="${id}"${subscribed && trusted(' checked')}>
<span>${name}${description !== null && html`<span>${description}</span>`}${
    pending && !subscribed && html`<span>Waits for your confirmation: tick it to confirm.</span>`
  }</span></label>`

const form = (content: Html): Html =>
  html`<form method="post"><input type="hidden" name="from" value="page">${content}</form>`

const button = (action: Done, label: string, look?: 'main'): Html =>
  html`<button name="do" value="${action}"${look === 'main' && trusted(' class="main"')}>${label}</button>`
