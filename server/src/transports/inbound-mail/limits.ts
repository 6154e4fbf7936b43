/** How much is read of what strangers send. */

/** RFC 3464 reports with a whole message in them are larger than this only where the message was. */
export const largestMessage = 1_048_576

/**
 * How far a report is looked into: what machines read stands before the message that is sent back (RFC 6522, 3), which is as
 * large as its sender liked. The parser takes some 15 µs for a line, and nothing else is done meanwhile.
 */
export const largestReading = 262_144
export const maxLines = 2_000

export const deepestPart = 10
export const largestHeaders = 131_072
export const maxRecipients = 100
