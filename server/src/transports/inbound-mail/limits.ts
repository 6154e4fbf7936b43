/** How much is read of what strangers send. */

/** RFC 3464 reports with a whole message in them are larger than this only where the message was. */
export const largestMessage = 1_048_576

/**
 * How far a report is looked into: what machines read stands before the message that is sent back (RFC 6522, 3), which is as
 * large as its sender liked. The parser takes some 15 µs for a line, and nothing else is done meanwhile.
 */
export const largestReading = 262_144
export const maxLines = 2_000

/**
 * A report about a domain is an archive, so that all of the message is needed: 76 octets to a line. Shorter ones would cost
 * more time than they are worth: 20,000 lines of one letter take a second.
 */
export const shortestArchiveLine = 60

/** What an archive may hold: some 9,000 sources, which take half a second. */
export const largestDmarcReport = 5_242_880
export const largestTlsReport = 1_048_576
export const maxArchives = 3
/** Read, and kept. */
export const maxRecords = 50_000
export const maxSources = 500
export const deepestElement = 8

export const deepestPart = 10
export const largestHeaders = 131_072
export const maxRecipients = 100
