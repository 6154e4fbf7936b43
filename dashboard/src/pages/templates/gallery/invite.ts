import { brand, button, company, footer, type GalleryTemplate, heading, mail, part, soft, text } from './frame.ts'

const why = `You get this because {{ inviter }} entered your address at ${company}. If you do not know them, you can ignore this email.`

export const invite: GalleryTemplate = {
  name: 'invite',
  title: 'Invitation',
  about: 'Somebody asks somebody to join',
  subject: `{{ inviter }} invites you to {{ team }} on ${company}`,
  mjml: mail({
    title: 'You are invited',
    preview: 'Join {{ inviter }} and the others.',
    sections: [
      brand,
      part(
        heading('Join {{ team }}'),
        text(`<b>{{ inviter }}</b> invites you to work together in {{ team }} on ${company}.`),
        button('Accept the invitation'),
        soft('The invitation is good for {{ days | default: 7 }} days, for this address alone.'),
      ),
      footer(why),
    ],
  }),
  text: `{{ inviter }} invites you to work together in {{ team }} on ${company}.

Accept the invitation: {{ link }}

It is good for {{ days | default: 7 }} days, for this address alone.

--
${why}
`,
  samples: { inviter: 'Grace Hopper', team: 'Compilers', link: 'https://example.com/join/8c51d0', days: 7 },
}
