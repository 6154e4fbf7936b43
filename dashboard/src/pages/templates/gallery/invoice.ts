import {
  brand,
  button,
  company,
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

const why = `You received this email because you are a customer of ${company}.`

export const invoice: GalleryTemplate = {
  name: 'invoice',
  title: 'Invoice',
  about: 'A payment is due',
  subject: `Invoice {{ invoice_number }} from ${company}, due {{ due_date }}`,
  mjml: mail({
    title: 'Invoice',
    preview: '{{ total }}, due {{ due_date }}.',
    sections: [
      brand,
      part(
        heading('{{ total }} due {{ due_date }}'),
        text(
          'Hello {{ customer | default: contact.first_name | default: "there" }}, here is invoice {{ invoice_number }} dated {{ date }}.',
        ),
        button('Pay invoice'),
      ),
      panel(
        `<mj-table css-class="rows">
  <tr>
    <th align="left" style="padding:0 12px 8px 0; border-bottom:1px solid #d4d4d8; font-size:14px">Item</th>
    <th align="right" style="padding:0 12px 8px 0; border-bottom:1px solid #d4d4d8; font-size:14px">Qty</th>
    <th align="right" style="padding:0 0 8px; border-bottom:1px solid #d4d4d8; font-size:14px">Amount</th>
  </tr>
  {% for item in items %}
  <tr>
    <td style="padding:8px 12px 8px 0; border-bottom:1px solid #d4d4d8">{{ item.name }}</td>
    <td align="right" style="padding:8px 12px 8px 0; border-bottom:1px solid #d4d4d8">{{ item.quantity | default: 1 }}</td>
    <td align="right" style="padding:8px 0; border-bottom:1px solid #d4d4d8; white-space:nowrap">{{ item.amount }}</td>
  </tr>
  {% endfor %}
  {% if tax %}
  <tr>
    <td colspan="2" style="padding:8px 12px 0 0">Tax</td>
    <td align="right" style="padding:8px 0 0; white-space:nowrap">{{ tax }}</td>
  </tr>
  {% endif %}
  <tr>
    <th align="left" colspan="2" style="padding:8px 12px 0 0">Total</th>
    <th align="right" style="padding:8px 0 0; white-space:nowrap">{{ total }}</th>
  </tr>
</mj-table>`,
      ),
      space(16),
      part(soft('Already paid? Thank you, and please ignore this email.')),
      footer(why),
    ],
  }),
  text: `Hello {{ customer | default: contact.first_name | default: "there" }},

here is invoice {{ invoice_number }} dated {{ date }}: {{ total }}, due {{ due_date }}.
{% for item in items %}
- {{ item.name }} × {{ item.quantity | default: 1 }}: {{ item.amount }}
{%- endfor %}
{%- if tax %}
- Tax: {{ tax }}
{%- endif %}

Total: {{ total }}

Pay invoice: {{ link }}

Already paid? Thank you, and please ignore this email.

--
${why}
`,
  samples: {
    customer: 'Analytical Engines Ltd',
    invoice_number: '2027-0117',
    date: 'January 31',
    due_date: 'February 14',
    items: [
      { name: 'Consulting, January', quantity: 12, amount: '€1,440.00' },
      { name: 'Hosting', quantity: 1, amount: '€90.00' },
    ],
    tax: '€290.70',
    total: '€1,820.70',
    link: 'https://example.com/invoices/2027-0117',
  },
}
