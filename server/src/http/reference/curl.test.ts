import { execFileSync } from 'node:child_process'
import { allOperations, operations } from '@posthorn/contract/all-operations'
import { expect, test } from 'vitest'
import { curl } from './curl.ts'

const baseUrl = 'http://localhost:8025'

test('a GET is a URL and a key', () => {
  expect(curl(operations.lookupContact, baseUrl)).toBe(
    `curl 'http://localhost:8025/v1/contacts/lookup?email=ada%40example.com' \\\n  -H "Authorization: Bearer $POSTHORN_API_KEY"`,
  )
})

test('path parameters are filled in', () => {
  const { contactId, topicId } = operations.subscribeContactToTopic.example.params

  expect(curl(operations.subscribeContactToTopic, baseUrl)).toContain(`/v1/contacts/${contactId}/topics/${topicId} `)
})

test('a quote in the body does not end the argument', () => {
  const body = { text: `it's "fine" $HOME \`id\`` }
  const command = curl({ ...operations.createTopic, example: { body, reply: {} } }, baseUrl)

  expect(JSON.parse(argumentAfter('-d', command))).toEqual(body)
})

test.each(allOperations.filter(({ body }) => body).map(operation => [operation.id, operation] as const))(
  'a shell passes the body of %s unchanged',
  (_, operation) => {
    expect(JSON.parse(argumentAfter('-d', curl(operation, baseUrl)))).toEqual(operation.example?.body)
  },
)

/** The argument that a real shell passes to curl after this flag. */
function argumentAfter(flag: string, command: string): string {
  const script = command.replace(/^curl/, `printf '%s\\0'`)
  const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0')
  return given[given.indexOf(flag) + 1] ?? ''
}
