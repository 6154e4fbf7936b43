import {
  brand,
  button,
  company,
  firstName,
  footer,
  type GalleryTemplate,
  heading,
  mail,
  part,
  soft,
  text,
} from './frame.ts'

const why = `You received this email because someone requested a password reset for this address at ${company}.`
const unasked = 'Did not request this? You can ignore this email. Your password stays the same.'

export const reset: GalleryTemplate = {
  name: 'reset',
  title: 'Password reset',
  about: 'A link to choose a new password',
  subject: `Reset your ${company} password`,
  mjml: mail({
    title: 'Reset your password',
    preview: 'The link works for {{ minutes | default: 60 }} minutes.',
    sections: [
      brand,
      part(
        heading('Choose a new password'),
        text(
          `Hello ${firstName('there')}, use the button to choose a new password. It works for {{ minutes | default: 60 }} minutes and can be used once.`,
        ),
        button('Choose a new password'),
        soft(
          'If the button does not work, open this address:<br /><a href="{{ link }}" style="color:#1d4ed8; word-break:break-all">{{ link }}</a>',
        ),
      ),
      part(text(unasked)),
      footer(why),
    ],
  }),
  text: `Hello ${firstName('there')},

use this link to choose a new password. It works for {{ minutes | default: 60 }} minutes and can be used once.

{{ link }}

${unasked}

--
${why}
`,
  samples: { first_name: 'Ada', link: 'https://example.com/reset/4f9c2d71b6e04c8a', minutes: 60 },
}
