import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, FilePlus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryOf } from '#api/queries.ts'
import { Dialog } from '#dialog/dialog.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { Thumbnail } from '#preview/thumbnail.tsx'
import type { GalleryTemplate } from './gallery/frame.ts'

/** What a new template starts from. */
export type Beginning = { kind: 'blank' } | { kind: 'paste' } | { kind: 'gallery'; template: GalleryTemplate }

type Props = { company: string; onChoose: (beginning: Beginning) => void; onClose: () => void }

/** The gallery of ten templates, and two ways to start without one. */
export function ChoicesDialog({ company, onChoose, onClose }: Props) {
  const gallery = useGallery(company)
  return (
    <Dialog isWide title="New template" onClose={onClose}>
      <Loaded query={gallery} skeleton={<Skeleton className="h-96" />}>
        {templates => (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] justify-items-center gap-x-2 gap-y-4 sm:grid-cols-3">
            <Choice title="Blank" about="Start with an empty page" onChoose={() => onChoose({ kind: 'blank' })}>
              <IconCard icon={FilePlus} />
            </Choice>
            <Choice title="Paste HTML" about="From another editor" onChoose={() => onChoose({ kind: 'paste' })}>
              <IconCard icon={ClipboardPaste} />
            </Choice>
            {templates.map(template => (
              <Choice
                key={template.name}
                title={template.title}
                about={template.about}
                onChoose={() => onChoose({ kind: 'gallery', template })}
              >
                <Rendered template={template} />
              </Choice>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Loaded on demand, then cached. */
const useGallery = (company: string) =>
  useQuery({
    queryKey: ['gallery', company],
    queryFn: async () => {
      const { gallery, ofCompany } = await import('./gallery/gallery.ts')
      return gallery.map(template => ofCompany(template, company))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

type ChoiceProps = { title: string; about: string; onChoose: () => void; children: ReactNode }

const Choice = ({ title, about, onChoose, children }: ChoiceProps) => (
  <li>
    <button type="button" onClick={onChoose} className="block rounded-lg p-2 text-left hover:bg-hover">
      {children}
      <span className="mt-2 block w-[144px] sm:w-[200px]">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-soft">{about}</span>
      </span>
    </button>
  </li>
)

/** Rendered by the server with sample values. Until it replies, the thumbnail is empty but can be chosen. */
function Rendered({ template: { subject, mjml, text, samples } }: { template: GalleryTemplate }) {
  const body = { subject, mjml, text, variables: samples }
  const { data } = useQuery({ ...queryOf('tryTemplate', { body }), staleTime: Number.POSITIVE_INFINITY })
  return <Thumbnail html={data?.html} />
}

const IconCard = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid h-[180px] w-[144px] place-items-center rounded-md border border-dashed border-line-strong text-faint sm:h-[250px] sm:w-[200px]">
    <Icon aria-hidden className="size-7" />
  </span>
)
