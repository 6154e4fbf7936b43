/** Twilio's names: two letters and 32 hex digits. Those of a UUID are as many, so each is made of the other. */

export const toSid = (id: string): string => `SM${id.replaceAll('-', '')}`

/** With or without the ending of a path. What is no sid stays as it is: it names nothing. */
export function fromSid(sid: string): string {
  const [, digits] = /^(?:SM|MM)([0-9a-f]{32})(?:\.json)?$/i.exec(sid) ?? []
  return digits?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? sid
}
