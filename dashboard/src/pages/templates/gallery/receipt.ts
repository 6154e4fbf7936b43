import {
  brand,
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

const why = `You received this email because you made a purchase from ${company}. Keep it for your records.`

export const receipt: GalleryTemplate = {
  name: 'receipt',
  title: 'Receipt',
  about: 'After a payment',
  subject: `Your ${company} receipt {{ receipt_number }}`,
  mjml: mail({
    title: 'Receipt',
    preview: `{{ total }} paid on {{ date }}. Thank you!`,
    sections: [
      brand,
      part(
        heading(`Thank you, ${firstName('and see you soon')}`),
        text('We received your payment of <b>{{ total }}</b> on {{ date }}.'),
      ),
      panel(
        soft('Receipt {{ receipt_number }}'),
        `<mj-table css-class="rows">
  {% for item in items %}
  <tr>
    <td style="padding:8px 12px 8px 0; border-bottom:1px solid #d4d4d8">{{ item.name }}</td>
    <td align="right" style="padding:8px 0; border-bottom:1px solid #d4d4d8; white-space:nowrap">{{ item.amount }}</td>
  </tr>
  {% endfor %}
  <tr>
    <th align="left" style="padding:12px 12px 0 0">Total</th>
    <th align="right" style="padding:12px 0 0; white-space:nowrap">{{ total }}</th>
  </tr>
</mj-table>`,
      ),
      space(16),
      part(soft('Paid with {{ payment_method | default: "the card on file" }}. Questions? Reply to this email.')),
      footer(why),
    ],
  }),
  text: `Thank you, ${firstName('and see you soon')}.

We received your payment of {{ total }} on {{ date }}.

Receipt {{ receipt_number }}
{% for item in items -%}
- {{ item.name }}: {{ item.amount }}
{% endfor -%}
Total: {{ total }}

Paid with {{ payment_method | default: "the card on file" }}. Questions? Reply to this email.

--
${why}
`,
  samples: {
    first_name: 'Ada',
    receipt_number: 'R-2041',
    date: 'January 31',
    items: [
      { name: 'Team plan, January', amount: '$48.00' },
      { name: 'Two additional seats', amount: '$16.00' },
    ],
    total: '$64.00',
    payment_method: 'Visa ending in 4242',
  },
}
