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

const why = `You get this because you signed up at ${company}.`

export const welcome: GalleryTemplate = {
  name: 'welcome',
  title: 'Welcome',
  about: 'After somebody signed up',
  subject: `Welcome to ${company}, ${firstName('friend')}`,
  mjml: mail({
    title: `Welcome to ${company}`,
    preview: 'Three short steps to begin with.',
    sections: [
      brand,
      part(
        heading(`Hello ${firstName('there')}, good to have you here`),
        text('Your account is ready. Most people begin like this:'),
      ),
      part(
        text('<b>1. Look around.</b> An example is there already, so that nothing is empty.'),
        text('<b>2. Make it yours.</b> Add your name and your colors in the settings.'),
        text('<b>3. Bring somebody along.</b> It works best together.'),
      ),
      part(button('Get started'), text('Anything unclear? Just reply to this email. A person reads it.')),
      broadcastFooter(why),
    ],
  }),
  text: `Hello ${firstName('there')}, good to have you here.

Your account is ready. Most people begin like this:

1. Look around. An example is there already, so that nothing is empty.
2. Make it yours. Add your name and your colors in the settings.
3. Bring somebody along. It works best together.

Get started: {{ link }}

Anything unclear? Just reply to this email. A person reads it.

${broadcastEnd(why)}`,
  samples: { first_name: 'Ada', link: 'https://example.com/start' },
}
