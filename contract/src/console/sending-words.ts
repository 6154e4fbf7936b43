/** Constants of the transports, without schemas, for the dashboard. */

export const relayPresets = ['gmail', 'postmark', 'ses', 'mailgun', 'brevo'] as const
export type RelayPreset = (typeof relayPresets)[number]

/**
 * `starttls`: requires STARTTLS and a certificate that this machine trusts. `tls`: the same with TLS from the first byte. `opportunistic`:
 * TLS when offered, with any certificate; without TLS no password is sent. `none`: plain text.
 */
export const relaySecurities = ['starttls', 'tls', 'opportunistic', 'none'] as const
export type RelaySecurity = (typeof relaySecurities)[number]
