import {
  brand,
  broadcastEnd,
  broadcastFooter,
  button,
  company,
  firstName,
  type GalleryTemplate,
  heading,
  mail,
  part,
  text,
} from './frame.ts'

const why = `You received this email because you signed up at ${company}.`

export const welcome: GalleryTemplate = {
  name: 'welcome',
  title: 'Welcome',
  about: 'After sign-up',
  subject: `Welcome to ${company}, ${firstName('friend')}`,
  mjml: mail({
    title: `Welcome to ${company}`,
    preview: 'Three short steps to get started.',
    sections: [
      brand,
      part(
        heading(`Hello ${firstName('there')}, good to have you here`),
        text('Your account is ready. Most people start like this:'),
      ),
      part(
        text('<b>1. Look around.</b> An example is already there, so nothing is empty.'),
        text('<b>2. Make it yours.</b> Add your name and colors in the settings.'),
        text('<b>3. Invite someone.</b> It works best together.'),
      ),
      part(button('Get started'), text('Anything unclear? Reply to this email. A person reads it.')),
      broadcastFooter(why),
    ],
  }),
  text: `Hello ${firstName('there')}, good to have you here.

Your account is ready. Most people start like this:

1. Look around. An example is already there, so nothing is empty.
2. Make it yours. Add your name and colors in the settings.
3. Invite someone. It works best together.

Get started: {{ link }}

Anything unclear? Reply to this email. A person reads it.

${broadcastEnd(why)}`,
  samples: { first_name: 'Ada', link: 'https://example.com/start' },
}
