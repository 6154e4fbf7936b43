import {
  brand,
  button,
  company,
  firstName,
  footer,
  type GalleryTemplate,
  heading,
  mail,
  notice,
  panel,
  part,
  space,
  text,
} from './frame.ts'

const why = `You get this because it is about the safety of your account at ${company}.`

export const alert: GalleryTemplate = {
  name: 'alert',
  title: 'Security alert',
  about: 'Something the account’s owner must know',
  subject: `New sign-in to your ${company} account`,
  mjml: mail({
    title: 'New sign-in',
    preview: 'From {{ device }}, {{ time }}. Was it you?',
    sections: [
      brand,
      notice('<b>Was this you?</b> If so, there is nothing to do.'),
      space(24),
      part(
        heading('New sign-in to your account'),
        text(`Hello ${firstName('there')}, somebody signed in to your account:`),
      ),
      panel(
        text('<b>When</b><br />{{ time }}'),
        text('<b>With</b><br />{{ device }}'),
        text('<b>Where</b><br />{{ location | default: "Not known" }}'),
      ),
      space(16),
      part(
        text('If it was not you, change your password now. That signs out everybody else.'),
        button('Secure the account'),
      ),
      footer(why),
    ],
  }),
  text: `Hello ${firstName('there')}, somebody signed in to your account.

When: {{ time }}
With: {{ device }}
Where: {{ location | default: "Not known" }}

Was this you? Then there is nothing to do. If it was not, change your password now, which signs out everybody else:
{{ link }}

--
${why}
`,
  samples: {
    first_name: 'Ada',
    time: 'January 31, 09:30 UTC',
    device: 'Firefox on Linux',
    location: 'London, United Kingdom',
    link: 'https://example.com/secure',
  },
}
