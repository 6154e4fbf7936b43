import { useCall } from '#api/queries.ts'
import { useMay, useOrganization } from '#api/session.ts'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Section } from '#layout/page.tsx'
import { BrandingForm } from './branding-form.tsx'
import { draftOf } from './draft.ts'
import { Preview } from './preview.tsx'

/** The look of the pages for email recipients. */
export function BrandingSection() {
  const branding = useCall('getBranding')
  const mayManage = useMay('settings:manage')
  const { name } = useOrganization()
  return (
    <Section title="Branding">
      <p className="mb-4 max-w-2xl text-soft">
        Your logo, color and wording on the pages where recipients subscribe, unsubscribe and manage their preferences.
        Without branding, the pages are plain.
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
