/** What Resend has and Posthorn has not. Whoever asks is told so, in place of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

export const leftOut = [
  { path: '/inboxes', why: notHere('inboxes') },
  { path: '/oauth', why: notHere('OAuth grants') },
  { path: '/domains/claim', why: notHere('claims of domains: whoever can change the DNS of a domain can verify it') },
  {
    path: '/automations',
    why: notHere('automations in this form: workflows are made with our own API or in the dashboard'),
  },
  { path: '/emails/receiving', why: notHere('received emails behind this API') },
  { path: '/segments', why: notHere('segments behind this API') },
  { path: '/audiences', why: notHere('audiences behind this API') },
  { path: '/broadcasts', why: notHere('broadcasts behind this API') },
  { path: '/contacts/imports', why: notHere('imports behind this API: use POST /v1/contacts/import') },
  { path: '/events', why: notHere('declared events: POST /events/send takes any name') },
]
