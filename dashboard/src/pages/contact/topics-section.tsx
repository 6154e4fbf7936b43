import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWith } from '#api/call.ts'
import { renew } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { LinkButton } from '#button/button.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Switch } from '#form/switch.tsx'
import { Section } from '#layout/page.tsx'
import { toast, toastError } from '#toast/toasts.ts'
import { useTopics } from '../topics/all-topics.ts'

/** Each topic, with a switch for the contact's subscription. */
export function TopicsSection({ contact }: { contact: Contact }) {
  const topics = useTopics()
  return (
    <Section title="Topics">
      <Loaded query={topics} skeleton={<Skeleton className="h-16" />}>
        {all =>
          all.length === 0 ? (
            <div className="flex items-center justify-between gap-3 text-soft">
              No topics yet.
              <LinkButton to="/topics" isSmall>
                Topics
              </LinkButton>
            </div>
          ) : (
            <Memberships contact={contact} topics={all} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Memberships({ contact, topics }: { contact: Contact; topics: Topic[] }) {
  const client = useQueryClient()
  const mayWrite = useMay('contacts:write')
  const queryKey = ['listContacts', 'topics of', contact.id, topics.map(({ id }) => id)]
  const memberships = useQuery({ queryKey, queryFn: ({ signal }) => topicsOf(contact, topics, signal) })
  const change = useMutation({
    mutationFn: ({ topicId, isOn }: { topicId: string; isOn: boolean }) =>
      call(isOn ? 'subscribeContactToTopic' : 'unsubscribeContactFromTopic', {
        params: { contactId: contact.id, topicId },
      }),
    onSuccess: ({ pending, message }) => pending && toast(message),
    // The switch moves at once; the refetch afterwards shows the actual state.
    onMutate: ({ topicId, isOn }) =>
      client.setQueryData<string[]>(queryKey, (before = []) =>
        isOn ? [...before, topicId] : before.filter(id => id !== topicId),
      ),
    onError: toastError,
    onSettled: () => renew('listContacts', 'listContactHistory', 'listContactConsent'),
  })
  return (
    <Loaded query={memberships} skeleton={<Skeleton className="h-16" />}>
      {ids => (
        <div className="space-y-3">
          {topics.map(({ id, name, description }) => (
            <Switch
              key={id}
              label={name}
              hint={description}
              isOn={ids.includes(id)}
              isFixed={!mayWrite}
              onChange={isOn => change.mutate({ topicId: id, isOn })}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}

/** The API lists the contacts of a topic but not the topics of a contact, so this queries each topic for the contact. */
async function topicsOf(contact: Contact, topics: readonly Topic[], signal: AbortSignal): Promise<string[]> {
  const search = [contact.email, contact.phone_number].filter(Boolean).join(' ').slice(0, 256)
  const isMember = async ({ id }: Topic) => {
    const { data } = await callWith({ signal }, 'listContacts', { query: { topic_id: id, search, limit: 100 } })
    return data.some(one => one.id === contact.id)
  }
  const answers = await Promise.all(topics.map(async topic => ((await isMember(topic)) ? [topic.id] : [])))
  return answers.flat()
}
