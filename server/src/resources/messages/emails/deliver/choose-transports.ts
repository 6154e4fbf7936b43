import type { EmailTransport } from '#transports/transport.ts'

type Email = { emailId: string; organizationId: string; messageStream: string }

/**
 * The transports that an email may use, in order of preference. Of several sources: those for its organization, otherwise those for
 * its stream, otherwise those for everybody, in rotation.
 */
export function transportsFor<T extends Pick<EmailTransport, 'serves'>>(all: readonly T[], email: Email): readonly T[] {
  const sources = all.filter(({ serves }) => serves)
  if (sources.length === 0) return all
  const ownFor = (whom: string) => sources.filter(({ serves }) => serves?.includes(whom))
  const general = sources.filter(({ serves }) => serves?.length === 0)
  const own = [ownFor(email.organizationId), ownFor(email.messageStream), general].find(some => some.length > 0) ?? []
  // The last hexadecimal digits of an id are random.
  const turn = own.length > 0 ? Number.parseInt(email.emailId.slice(-6), 16) % own.length : 0
  const first = all.findIndex(({ serves }) => serves)
  const rest = (from: number, to?: number) => all.slice(from, to).filter(({ serves }) => !serves)
  return [...rest(0, first), ...own.slice(turn), ...own.slice(0, turn), ...rest(first)]
}
