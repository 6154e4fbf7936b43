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

const why = `You received this email because it concerns the security of your ${company} account.`

export const alert: GalleryTemplate = {
  name: 'alert',
  title: 'Security alert',
  about: 'Security events of an account',
  subject: `New sign-in to your ${company} account`,
  mjml: mail({
    title: 'New sign-in',
    preview: 'From {{ device }}, {{ time }}. Was it you?',
    sections: [
      brand,
      notice('<b>Was this you?</b> If so, you can ignore this email.'),
      space(24),
      part(
        heading('New sign-in to your account'),
        text(`Hello ${firstName('there')}, someone signed in to your account:`),
      ),
      panel(
        text('<b>Time</b><br />{{ time }}'),
        text('<b>Device</b><br />{{ device }}'),
        text('<b>Location</b><br />{{ location | default: "Unknown" }}'),
      ),
      space(16),
      part(
        text('If it was not you, change your password now. That signs out everyone else.'),
        button('Secure your account'),
      ),
      footer(why),
    ],
  }),
  text: `Hello ${firstName('there')}, someone signed in to your account.

Time: {{ time }}
Device: {{ device }}
Location: {{ location | default: "Unknown" }}

If this was you, you can ignore this email. If not, change your password now. That signs out everyone else:
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
