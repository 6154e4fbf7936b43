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

const why = `You received this email because you subscribed to news from ${company}.`

export const announcement: GalleryTemplate = {
  name: 'announcement',
  title: 'Announcement',
  about: 'News for many recipients',
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
          'describe in a few sentences what is new, who it helps, and what changes if people do nothing. Keep it short: the linked page has room for the details.',
        ),
        text(`Best regards,<br />The ${company} team`),
      ),
      broadcastFooter(why),
    ],
  }),
  text: `{{ headline }}

{{ summary }}

Hello ${firstName('there')},

describe in a few sentences what is new, who it helps, and what changes if people do nothing.

Read more: {{ link }}

Best regards,
The ${company} team

${broadcastEnd(why)}`,
  samples: {
    first_name: 'Ada',
    headline: 'You can now share projects',
    summary: 'Invite anyone to a project, choose what they can do, and revoke access with one click.',
    link: 'https://example.com/news/sharing',
  },
}
