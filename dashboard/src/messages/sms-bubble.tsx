import { classes } from '#style/classes.ts'

type Props = { sms: { body: string; media_urls?: readonly string[]; direction?: string } }

/** A text message as a phone shows it. Media are only linked: loading them would tell their server that someone is looking. */
export function SmsBubble({ sms: { body, media_urls = [], direction } }: Props) {
  const isInbound = direction === 'inbound'
  return (
    <div
      className={classes(
        'w-fit max-w-[85%] rounded-2xl px-3.5 py-2 whitespace-pre-wrap',
        isInbound ? 'ml-auto rounded-br-md bg-accent/15' : 'rounded-bl-md bg-hover',
      )}
    >
      {body}
      {media_urls.map(url => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noreferrer"
          className="mt-1 block text-sm text-accent underline break-all"
        >
          {url}
        </a>
      ))}
    </div>
  )
}
