import { useSession } from '#api/session.ts'
import { SampleTabs } from '#code/sample-tabs.tsx'
import { MovingIn } from '#moving/moving-in.tsx'
import { exampleEmail } from './examples.ts'
import { NewKey } from './new-key.tsx'

/** Code that sends a first email, and what to change in an existing app. */
export function FirstRequest() {
  const { person } = useSession()
  return (
    <NewKey>
      {key => (
        <>
          <SampleTabs url={`${location.origin}/v1/emails`} apiKey={key} body={{ ...exampleEmail, to: person.email }} />
          <MovingIn apiKey={key} />
        </>
      )}
    </NewKey>
  )
}
