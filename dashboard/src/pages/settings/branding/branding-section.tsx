import { useCall } from '#api/queries.ts'
import { useMay, useOrganization } from '#api/session.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { BrandingForm } from './branding-form.tsx'
import { draftOf } from './draft.ts'
import { Preview } from './preview.tsx'

/** How the pages look that readers of emails see. */
export function BrandingSection() {
  const branding = useCall('getBranding')
  const mayManage = useMay('settings:manage')
  const { name } = useOrganization()
  return (
    <Section title="Branding">
      <p className="mb-4 max-w-2xl text-soft">
        What readers see when they unsubscribe or choose what they get: your logo, your color, your words. Without any
        of it the page is plain.
      </p>
      <Loaded query={branding} skeleton={<Skeleton className="h-96" />}>
        {known =>
          mayManage ? (
            <BrandingForm key={JSON.stringify(known)} known={known} organizationName={name} />
          ) : (
            <Preview draft={draftOf(known)} organizationName={name} />
          )
        }
      </Loaded>
    </Section>
  )
}
