/** What Postmark has and Posthorn does not, behind this API. The error says so, instead of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

export const unsupported = [
  { path: '/email/bulk', why: notHere('bulk email behind this API: POST /v1/broadcasts creates a broadcast') },
  {
    path: '/messages/outbound/{id}/dump',
    why: notHere('whole messages behind this API: GET /v1/emails/{id}/raw has them'),
  },
  { path: '/messages/outbound/opens', why: notHere('lists of opens: GET /v1/emails/{id} has those of one email') },
  { path: '/messages/outbound/clicks', why: notHere('lists of clicks: GET /v1/emails/{id} has those of one email') },
  { path: '/messages/inbound', why: notHere('received emails behind this API') },
  { path: '/bounces', why: notHere('bounces behind this API: GET /v1/suppressions lists bounced addresses') },
  { path: '/deliveryStats', why: notHere('statistics behind this API: GET /v1/analytics has the figures') },
  { path: '/stats', why: notHere('statistics behind this API: GET /v1/analytics has the figures') },
  { path: '/templates', why: notHere('templates behind this API: POST /v1/templates creates one') },
  { path: '/server', why: notHere('servers: an environment of an organization is the closest equivalent') },
  { path: '/webhooks', why: notHere('webhooks behind this API: POST /v1/webhooks creates one') },
  { path: '/message-streams', why: notHere('streams other than outbound and broadcast') },
  { path: '/triggers', why: notHere('triggers of received email') },
]
