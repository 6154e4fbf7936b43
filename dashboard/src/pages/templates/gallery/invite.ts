import { brand, button, company, footer, type GalleryTemplate, heading, mail, part, soft, text } from './frame.ts'

const why = `You received this email because {{ inviter }} entered your address at ${company}. If you do not know them, you can ignore it.`

export const invite: GalleryTemplate = {
  name: 'invite',
  title: 'Invitation',
  about: 'One person invites another',
  subject: `{{ inviter }} invites you to {{ team }} on ${company}`,
  mjml: mail({
    title: 'You are invited',
    preview: 'Join {{ inviter }} and the others.',
    sections: [
      brand,
      part(
        heading('Join {{ team }}'),
        text(`<b>{{ inviter }}</b> invites you to collaborate in {{ team }} on ${company}.`),
        button('Accept the invitation'),
        soft('The invitation is valid for {{ days | default: 7 }} days and only for this address.'),
      ),
      footer(why),
    ],
  }),
  text: `{{ inviter }} invites you to collaborate in {{ team }} on ${company}.

Accept the invitation: {{ link }}

It is valid for {{ days | default: 7 }} days and only for this address.

--
${why}
`,
  samples: { inviter: 'Grace Hopper', team: 'Compilers', link: 'https://example.com/join/8c51d0', days: 7 },
}
