/** What Resend has and Posthorn does not. The error says so, instead of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

const claims = notHere('domain claims: anyone who can change the DNS of a domain can verify it')

export const unsupported = [
  { path: '/inboxes', why: notHere('inboxes') },
  { path: '/oauth', why: notHere('OAuth grants') },
  { path: '/domains/claim', why: claims },
  { path: '/domains/{id}/claim', why: claims },
  {
    path: '/automations',
    why: notHere('automations behind this API: build workflows in the dashboard or with our own API'),
  },
  { path: '/emails/receiving', why: notHere('received emails behind this API') },
  { path: '/emails/{id}/share', why: notHere('public links to emails') },
  { path: '/events', why: notHere('declared events: POST /events/send takes any name') },
]
