import { LinkButton } from '#button/button.tsx'
import { Curl } from '#code/curl.tsx'
import { Section } from '#layout/page.tsx'
import { exampleEmail } from '../emails/example.ts'

/** For whoever has sent nothing in this period: the shortest way to a first message. */
export function FirstSteps() {
  return (
    <Section
      title="Send the first one"
      actions={
        <LinkButton to="/inbox" isSmall>
          Open the inbox
        </LinkButton>
      }
    >
      <p className="mb-3 text-soft">Run this with a key of yours; the message shows up in the inbox within a second.</p>
      <Curl path="/v1/emails" body={exampleEmail} />
    </Section>
  )
}
