/** The types between the SMTP submission port and the code that accepts its messages. */

/** A reply code and its text, which includes the status of RFC 3463. */
export type SmtpReply = { code: number; text: string }

/** A message as received, with the recipients of its envelope. */
export type Submitted = {
  recipients: readonly string[]
  /** The sender requires TLS on the whole way (RFC 8689). */
  requiresTls: boolean
  /** Every line ends in CRLF and has at most 998 octets. */
  message: Buffer
}
