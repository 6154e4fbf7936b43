/** The lines to change when switching from another service. docs/moving.md and docs/smtp.md have all of them, and the differences. */

export type Place = {
  /** The origin of this installation, without a trailing slash. */
  origin: string
  apiKey: string
  /** Null if SMTP submission is off. */
  smtpPort: number | null
}
type Client = { name: string; code: (place: Place) => string }
export type Service = {
  /** A name from `doors` of this installation, or smtp. */
  name: 'resend' | 'sendgrid' | 'postmark' | 'twilio' | 'smtp'
  label: string
  clients: readonly [Client, ...Client[]]
}

const hostOf = ({ origin }: Place) => new URL(origin).host
const mailHostOf = ({ origin }: Place) => new URL(origin).hostname
const portOf = ({ smtpPort }: Place) => smtpPort ?? 587

const services: readonly Service[] = [
  {
    name: 'resend',
    label: 'Resend',
    clients: [
      {
        name: 'Node.js',
        code: ({ origin, apiKey }) => `const resend = new Resend('${apiKey}', { baseUrl: '${origin}/resend' })`,
      },
      {
        name: 'Environment variables',
        code: ({ origin, apiKey }) => `RESEND_API_KEY=${apiKey}\nRESEND_BASE_URL=${origin}/resend`,
      },
      {
        name: 'Python',
        code: ({ origin, apiKey }) =>
          `# in the environment: RESEND_API_URL=${origin}/resend\nresend.api_key = "${apiKey}"`,
      },
      {
        name: 'Go',
        code: ({ origin, apiKey }) =>
          `client := resend.NewClient("${apiKey}")\nclient.BaseURL, _ = url.Parse("${origin}/resend/")`,
      },
    ],
  },
  {
    name: 'sendgrid',
    label: 'SendGrid',
    clients: [
      {
        name: 'Node.js',
        code: ({ origin, apiKey }) =>
          `sgMail.setApiKey('${apiKey}')\nsgMail.client.setDefaultRequest('baseUrl', '${origin}/sendgrid/') // below setApiKey`,
      },
      {
        name: 'Python',
        code: ({ origin, apiKey }) => `sg = SendGridAPIClient('${apiKey}', host='${origin}/sendgrid')`,
      },
      {
        name: 'PHP',
        code: ({ origin, apiKey }) => `$sendgrid = new \\SendGrid('${apiKey}', ['host' => '${origin}/sendgrid']);`,
      },
    ],
  },
  {
    name: 'postmark',
    label: 'Postmark',
    clients: [
      {
        name: 'Node.js',
        code: place => {
          const plain = place.origin.startsWith('http:') ? ', useHttps: false' : ''
          return `const client = new ServerClient('${place.apiKey}', { requestHost: '${hostOf(place)}/postmark'${plain} })`
        },
      },
    ],
  },
  {
    name: 'twilio',
    label: 'Twilio',
    clients: [
      {
        name: 'Node.js',
        code: ({ origin, apiKey }) =>
          `const client = twilio(accountSid, '${apiKey}')\nclient.api.baseUrl = '${origin}/twilio'`,
      },
    ],
  },
  {
    name: 'smtp',
    label: 'SMTP',
    clients: [
      {
        name: 'Any app',
        code: place =>
          `Host: ${mailHostOf(place)}\nPort: ${portOf(place)} (STARTTLS)\nUser: posthorn\nPassword: ${place.apiKey}`,
      },
      {
        name: 'Nodemailer',
        code: place => `const transport = createTransport({
  host: '${mailHostOf(place)}',
  port: ${portOf(place)},
  auth: { user: 'posthorn', pass: '${place.apiKey}' },
})`,
      },
      {
        name: 'Rails',
        code: place => `config.action_mailer.smtp_settings = {
  address: "${mailHostOf(place)}",
  port: ${portOf(place)},
  user_name: "posthorn",
  password: "${place.apiKey}"
}`,
      },
      {
        name: 'Django',
        code: place => `EMAIL_HOST = "${mailHostOf(place)}"
EMAIL_PORT = ${portOf(place)}
EMAIL_USE_TLS = True
EMAIL_HOST_USER = "posthorn"
EMAIL_HOST_PASSWORD = "${place.apiKey}"`,
      },
      {
        name: 'Laravel',
        code: place => `MAIL_MAILER=smtp
MAIL_HOST=${mailHostOf(place)}
MAIL_PORT=${portOf(place)}
MAIL_USERNAME=posthorn
MAIL_PASSWORD=${place.apiKey}`,
      },
    ],
  },
]

/** The services whose API is enabled here, and SMTP, which can be turned on at any time. */
export const servicesFor = (doors: readonly string[]): Service[] =>
  services.filter(({ name }) => name === 'smtp' || doors.includes(name))

/** Resend, SendGrid or SMTP */
export function inWords(labels: readonly string[]): string {
  const [last = '', ...before] = labels.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`
}
