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

const why = `You receive this email once a week because you follow ${company}.`

export const digest: GalleryTemplate = {
  name: 'digest',
  title: 'Digest',
  about: 'A weekly summary',
  subject: 'Your week: {{ stories | size }} things worth a look',
  mjml: mail({
    title: 'Your week',
    preview: '{{ stories | size }} things you may have missed.',
    sections: [
      brand,
      part(heading('Your week'), text(`Hello ${firstName('there')}, here is what you may have missed.`)),
      `{% for story in stories %}
<mj-section>
  <mj-column>
    <mj-divider css-class="line" padding="0 0 16px" />
    <mj-text padding="0 0 4px"><h2 style="margin:0; font-size:19px; line-height:1.35; font-weight:600"><a href="{{ story.link }}" style="color:#1d4ed8; text-decoration:none">{{ story.title }}</a></h2></mj-text>
    <mj-text>{{ story.summary }}</mj-text>
  </mj-column>
</mj-section>
{% endfor %}`,
      part(button('See everything')),
      broadcastFooter(why),
    ],
  }),
  text: `Hello ${firstName('there')}, here is what you may have missed.
{% for story in stories %}
{{ story.title }}
{{ story.summary }}
{{ story.link }}
{% endfor %}
See everything: {{ link }}

${broadcastEnd(why)}`,
  samples: {
    first_name: 'Ada',
    stories: [
      {
        title: 'Search is ten times faster',
        summary: 'Results appear as you type, even in large projects.',
        link: 'https://example.com/news/search',
      },
      {
        title: 'Grace wrote 14 comments on your plan',
        summary: 'Two of them need a reply from you.',
        link: 'https://example.com/plans/7',
      },
      {
        title: 'Coming up on Thursday',
        summary: 'An hour with the team that builds this. Bring your questions.',
        link: 'https://example.com/events/12',
      },
    ],
    link: 'https://example.com/week',
  },
}
