import type { Domain } from '@posthorn/contract/messages/domains'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#api/queries.ts'
import { useMay, useOrganization } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Page } from '#layout/page.tsx'
import { SearchableList } from '#search/searchable-list.tsx'
import { AddDomainDialog } from './add-domain-dialog.tsx'
import { DomainCard } from './domain-card.tsx'
import { Pauses, Receivers } from './receivers.tsx'

export function DomainsPage() {
  const domains = useCall('listDomains')
  const mayManage = useMay('domains:write')
  const [isAdding, setAdding] = useState(false)
  const [filters, setFilters] = useFilters(['open', 'q'])
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add domain
    </Button>
  )
  return (
    <Page title="Domains" actions={mayManage && add}>
      <Pauses />
      <Loaded
        query={domains}
        skeleton={
          <div className="card">
            <SkeletonRows rows={4} />
          </div>
        }
      >
        {({ data }) =>
          data.length === 0 ? (
            <NoDomains />
          ) : (
            <div className="space-y-3">
              <p className="text-soft">
                You can send from these domains. Each needs a few DNS records that prove it is yours.
              </p>
              <SearchableList rows={data} wordsOf={wordsOf} label="Search domains" placeholder="Name or ID">
                {found =>
                  found.map(domain => {
                    const isOpen = domain.id === (filters.open ?? openAtFirst(found))
                    return (
                      <DomainCard
                        key={domain.id}
                        domain={domain}
                        isOpen={isOpen}
                        isChosen={domain.id === filters.open}
                        onToggle={() => setFilters({ open: isOpen ? 'none' : domain.id })}
                      />
                    )
                  })
                }
              </SearchableList>
            </div>
          )
        }
      </Loaded>
      <Receivers />
      {isAdding && <AddDomainDialog onClose={() => setAdding(false)} onAdded={open => setFilters({ open, q: '' })} />}
    </Page>
  )
}

const wordsOf = ({ id, name }: Domain) => `${name} ${id}`

/** By default, the first domain that needs attention is open. */
const openAtFirst = (domains: readonly Domain[]): string | undefined =>
  domains.find(({ verified_at, failing }) => verified_at === null || failing.length > 0)?.id

function NoDomains() {
  const { id } = useOrganization()
  return (
    <EmptyState
      icon={Globe}
      title="No domains yet"
      code={
        <CodeBlock
          title="Or on the server"
          code={`npm run -s posthorn -- domain add example.com --organization ${id}`}
        />
      }
    >
      Add the domain you send from. You get the DNS records to add, and this page shows when they are found.
    </EmptyState>
  )
}
