/** Between the port on which mail programs hand in messages and whoever takes them. */

/** A code with the words behind it, those of RFC 3463 among them. */
export type SmtpReply = { code: number; text: string }

/** One message as it came, and whom it is for: the envelope decides, not the header. */
export type Submitted = {
  recipients: readonly string[]
  /** The sender wants it to go over TLS or not at all (RFC 8689). */
  requiresTls: boolean
  /** Every line ends in CRLF and has at most 998 octets. */
  message: Buffer
}
