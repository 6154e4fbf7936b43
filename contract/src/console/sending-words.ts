/** The words of the ways that messages leave by, without schemas: the dashboard shows them. */

export const relayPresets = ['gmail', 'postmark', 'ses', 'mailgun', 'brevo'] as const
export type RelayPreset = (typeof relayPresets)[number]

/**
 * `starttls`: TLS or nothing, with a certificate that this machine trusts. `tls`: the same from the first octet on. `opportunistic`: when
 * it is offered, with any certificate, and without it no password is sent. `none`: in clear.
 */
export const relaySecurities = ['starttls', 'tls', 'opportunistic', 'none'] as const
export type RelaySecurity = (typeof relaySecurities)[number]
