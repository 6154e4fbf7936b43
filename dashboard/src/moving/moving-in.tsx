import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { Select } from '#form/inputs.tsx'
import { inWords, type Place, type Service, servicesFor } from './services.ts'

/** For existing apps: the line to change, with the URL of this installation and a key. */
export function MovingIn({ apiKey }: { apiKey: string }) {
  const { data } = useCall('getWaysIn')
  const [chosen, setChosen] = useState<Service['name']>()
  if (!data) return null
  const services = servicesFor(data.doors)
  const service = services.find(({ name }) => name === chosen)
  return (
    <section aria-label="Switch from another service" className="mt-6">
      <h3 className="font-medium">Coming from {inWords(services.map(({ label }) => label))}?</h3>
      <p className="text-sm text-soft">Keep your code and change one line.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {services.map(({ name, label }) => (
          <Button
            key={name}
            isSmall
            aria-pressed={name === chosen}
            tone={name === chosen ? 'primary' : 'plain'}
            onClick={() => setChosen(name === chosen ? undefined : name)}
          >
            {label}
          </Button>
        ))}
      </div>
      {service && (
        <OneLine
          key={service.name}
          service={service}
          place={{ origin: location.origin, apiKey, smtpPort: data.smtp_port }}
        />
      )}
    </section>
  )
}

function OneLine({ service: { name, label, clients }, place }: { service: Service; place: Place }) {
  const [client, setClient] = useState(clients[0])
  return (
    <div className="mt-3 space-y-2">
      {clients.length > 1 && (
        <Select
          aria-label={`Client for ${label}`}
          className="w-full md:w-48"
          options={clients.map(one => ({ value: one.name, label: one.name }))}
          value={client.name}
          onChange={event => setClient(clients.find(one => one.name === event.target.value) ?? clients[0])}
        />
      )}
      <CodeBlock code={client.code(place)} {...(clients.length === 1 && { title: client.name })} />
      <p className="text-sm text-soft">
        {name === 'smtp' && place.smtpPort === null && (
          <>
            The port is closed: start Posthorn with <code className="font-mono">POSTHORN_SUBMISSION_PORT=587</code>{' '}
            first.{' '}
          </>
        )}
        <a href={`/docs/guide/moving.html#${name}`} target="_blank" rel="noreferrer" className="text-accent underline">
          What works and what differs
        </a>
      </p>
    </div>
  )
}
