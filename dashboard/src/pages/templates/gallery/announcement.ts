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
  panel,
  part,
  space,
  text,
} from './frame.ts'

const why = `You get this because you asked for news from ${company}.`

export const announcement: GalleryTemplate = {
  name: 'announcement',
  title: 'Announcement',
  about: 'One piece of news, to many',
  subject: '{{ headline }}',
  mjml: mail({
    title: 'News',
    preview: '{{ summary }}',
    sections: [
      brand,
      panel(heading('{{ headline }}'), text('{{ summary }}'), button('Read more')),
      space(24),
      part(
        text(`Hello ${firstName('there')},`),
        text(
          'say here in a few sentences what is new, whom it helps, and what changes for those who do nothing. Short beats complete: the page behind the button has room for the rest.',
        ),
        text(`Yours,<br />the people of ${company}`),
      ),
      broadcastFooter(why),
    ],
  }),
  text: `{{ headline }}

{{ summary }}

Hello ${firstName('there')},

say here in a few sentences what is new, whom it helps, and what changes for those who do nothing.

Read more: {{ link }}

Yours,
the people of ${company}

${broadcastEnd(why)}`,
  samples: {
    first_name: 'Ada',
    headline: 'Projects can be shared now',
    summary: 'Invite anybody to a project, with as few rights as you like, and take them back in one click.',
    link: 'https://example.com/news/sharing',
  },
}
