/** Twilio's ids are two letters and 32 hex digits. A UUID has as many digits, so each converts to the other. */

export const toSid = (id: string): string => `SM${id.replaceAll('-', '')}`

/** With or without `.json`. Other text stays unchanged, and matches no message. */
export function fromSid(sid: string): string {
  const [, digits] = /^(?:SM|MM)([0-9a-f]{32})(?:\.json)?$/i.exec(sid) ?? []
  return digits?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? sid
}
