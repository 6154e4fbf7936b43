/** What Twilio has and Posthorn does not, behind this API. The error says so, instead of a bare "not found". */
const notHere = (what: string): string =>
  `Posthorn has no ${what}. See the guide, "Moving to Posthorn", for what works instead.`

const account = '/2010-04-01/Accounts/{account}'

export const unsupported = [
  {
    path: `${account}/Messages/{sid}/Media.json`,
    why: notHere('media behind this API: GET /v1/sms/{id} has the media_urls of a message'),
  },
  { path: `${account}/Messages/{sid}/Feedback.json`, why: notHere('feedback on messages') },
  { path: `${account}/Calls.json`, why: notHere('calls') },
  {
    path: `${account}/IncomingPhoneNumbers.json`,
    why: notHere('numbers to buy or list behind this API: the operator assigns numbers to an organization'),
  },
  { path: `${account}/AvailablePhoneNumbers`, why: notHere('numbers to buy: the operator assigns them') },
  { path: `${account}/Balance.json`, why: notHere('balance behind this API: GET /v1/credits has the credits') },
]
