import {
  brand,
  broadcastEnd,
  broadcastFooter,
  company,
  firstName,
  type GalleryTemplate,
  heading,
  mail,
  part,
  soft,
  text,
} from './frame.ts'

const why = `You received this email because you use ${company}. We ask at most twice a year.`
const scores = [1, 2, 3, 4, 5]
const score = (number: number) =>
  `    <td align="center" width="20%" style="padding:0 3px"><a href="{{ link }}?score=${number}" aria-label="${number} of 5" style="display:block; padding:12px 0; border:1px solid #a1a1aa; border-radius:8px; color:#1d4ed8; font-size:18px; font-weight:600; text-decoration:none">${number}</a></td>`

export const feedback: GalleryTemplate = {
  name: 'feedback',
  title: 'Feedback',
  about: 'One question, answered with one click',
  subject: `How are we doing, ${firstName('friend')}?`,
  mjml: mail({
    title: 'How are we doing?',
    preview: 'One question, one click.',
    sections: [
      brand,
      part(
        heading('How are we doing?'),
        text(
          `Hello ${firstName('there')}, how likely are you to recommend ${company} to a friend? One click is enough.`,
        ),
        `<mj-table padding="0 0 8px" role="presentation">
  <tr>
${scores.map(score).join('\n')}
  </tr>
</mj-table>`,
        soft('1 means not at all, 5 means definitely.'),
        text('Want to say more? Reply to this email. We read every answer.'),
      ),
      broadcastFooter(why),
    ],
  }),
  text: `Hello ${firstName('there')},

how likely are you to recommend ${company} to a friend? One click is enough.

${scores.map(number => `${number}: {{ link }}?score=${number}`).join('\n')}

1 means not at all, 5 means definitely. Want to say more? Reply to this email. We read every answer.

${broadcastEnd(why)}`,
  samples: { first_name: 'Ada', link: 'https://example.com/feedback/7' },
}
