import {
  brand,
  button,
  company,
  firstName,
  footer,
  type GalleryTemplate,
  heading,
  mail,
  panel,
  part,
  soft,
  space,
  text,
} from './frame.ts'

const why = `Someone used this address to sign up at ${company}. If it was not you, you can ignore this email.`

export const verify: GalleryTemplate = {
  name: 'verify',
  title: 'Email verification',
  about: 'A code to confirm an address',
  subject: `{{ code }} is your ${company} code`,
  mjml: mail({
    title: 'Your code',
    preview: `Enter {{ code }} to confirm your address.`,
    sections: [
      brand,
      part(
        heading('Confirm your address'),
        text(`Hello ${firstName('there')}, enter this code where you signed up, or use the button.`),
      ),
      panel(
        `<mj-text align="center" font-size="34px" font-weight="700" letter-spacing="6px" line-height="1.3">{{ code }}</mj-text>`,
      ),
      space(16),
      part(
        button('Confirm address'),
        soft('The code works for {{ minutes | default: 15 }} minutes and can be used once.'),
      ),
      footer(why),
    ],
  }),
  text: `Hello ${firstName('there')},

your code is {{ code }}.

Enter it where you signed up, or open this link: {{ link }}

The code works for {{ minutes | default: 15 }} minutes and can be used once.

--
${why}
`,
  samples: { first_name: 'Ada', code: '481502', link: 'https://example.com/verify?code=481502', minutes: 15 },
}
