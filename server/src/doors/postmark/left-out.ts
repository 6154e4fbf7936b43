/** What Postmark has and Posthorn has not behind this API. Whoever asks is told so, in place of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

export const leftOut = [
  { path: '/email/bulk', why: notHere('bulk email behind this API: POST /v1/broadcasts makes a broadcast') },
  {
    path: '/messages/outbound/{id}/dump',
    why: notHere('whole messages behind this API: GET /v1/emails/{id}/raw has them'),
  },
  { path: '/messages/outbound/opens', why: notHere('lists of opens: GET /v1/emails/{id} tells of each') },
  { path: '/messages/outbound/clicks', why: notHere('lists of clicks: GET /v1/emails/{id} tells of each') },
  { path: '/messages/inbound', why: notHere('received emails behind this API') },
  { path: '/bounces', why: notHere('bounces behind this API: GET /v1/suppressions lists who bounced') },
  { path: '/deliveryStats', why: notHere('statistics behind this API: GET /v1/analytics has the figures') },
  { path: '/stats', why: notHere('statistics behind this API: GET /v1/analytics has the figures') },
  { path: '/templates', why: notHere('templates behind this API: POST /v1/templates makes one') },
  { path: '/server', why: notHere('servers: an environment of an organization is what comes next to one') },
  { path: '/webhooks', why: notHere('webhooks behind this API: POST /v1/webhooks makes one') },
  { path: '/message-streams', why: notHere('streams but outbound and broadcast') },
  { path: '/triggers', why: notHere('triggers of received email') },
]
