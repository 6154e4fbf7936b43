/** What SendGrid has and Posthorn does not, behind this API. The error says so, instead of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

export const unsupported = [
  { path: '/v3/mail/batch', why: notHere('batch ids to request: use any text of your own as batch_id') },
  {
    path: '/v3/user/scheduled_sends',
    why: notHere('scheduled sends behind this API: POST /v1/emails/{id}/cancel cancels an email'),
  },
  { path: '/v3/messages', why: notHere('email activity behind this API: GET /v1/emails lists emails') },
  { path: '/v3/templates', why: notHere('templates behind this API: POST /v1/templates creates one') },
  { path: '/v3/suppression', why: notHere('suppressions behind this API: GET /v1/suppressions lists them') },
  { path: '/v3/asm', why: notHere('unsubscribe groups behind this API: GET /v1/topics lists topics') },
  { path: '/v3/marketing', why: notHere('marketing behind this API: POST /v1/broadcasts creates a broadcast') },
  { path: '/v3/stats', why: notHere('statistics behind this API: GET /v1/analytics has the figures') },
  { path: '/v3/scopes', why: notHere('scopes of a key behind this API: send in the sandbox mode to test a key') },
  { path: '/v3/api_keys', why: notHere('keys behind this API: GET /v1/api-keys lists them') },
  { path: '/v3/user', why: notHere('user accounts behind this API: an organization is the closest equivalent') },
  { path: '/v3/validations', why: notHere('validation of addresses: POST /v1/emails/preflight checks an email') },
  { path: '/v3/whitelabel', why: notHere('domains behind this API: POST /v1/domains adds one') },
  { path: '/v3/verified_senders', why: notHere('senders behind this API: POST /v1/domains adds a sender domain') },
]
