/** Limits for untrusted mail. */

/** An RFC 3464 report is larger than this only when it contains a large message. */
export const maxMessageBytes = 1_048_576

/**
 * How much of a report is parsed: the machine-readable part comes before the returned message (RFC 6522, 3), which may have
 * any size. The parser takes about 15 µs per line, and blocks its process meanwhile.
 */
export const maxReportBytes = 262_144
export const maxLines = 2_000

/**
 * A report about a domain is an archive, so the whole message is needed: base64 with 76 octets per line. Messages with shorter
 * lines would take too long: 20,000 lines of one letter take a second.
 */
export const minArchiveLine = 60

/** The maximum content of an archive: about 9,000 sources, which take half a second. */
export const maxDmarcReportBytes = 5_242_880
export const maxTlsReportBytes = 1_048_576
export const maxArchives = 3
/** The records that are read, and the sources that are kept. */
export const maxRecords = 50_000
export const maxSources = 500
export const maxElementDepth = 8

export const maxPartDepth = 10
export const maxHeaderBytes = 131_072
export const maxRecipients = 100
