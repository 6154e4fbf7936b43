import { ImageUp, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#button/button.tsx'
import { Field } from '#form/field.tsx'
import type { Draft } from './draft.ts'

type Logo = Draft['logo']
type Props = { logo: Logo; fault: string | undefined; onChange: (logo: Logo) => void }

/** The same limit as the server, which checks the file again. */
const maxBytes = 100 * 1024
const types = 'image/png,image/jpeg,image/webp'

export function LogoField({ logo, fault, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (!file) return
    const read = file.size > maxBytes ? undefined : await readLogo(file).catch(() => undefined)
    setProblem(read ? undefined : 'Choose a PNG, JPEG or WebP image of at most 100 KB.')
    if (read) onChange(read)
  }
  return (
    <Field label="Logo" hint="PNG, JPEG or WebP, at most 100 KB. Shown up to 56 pixels high." fault={problem ?? fault}>
      {names => (
        <div className="flex flex-wrap items-center gap-3">
          {logo && (
            <img
              src={logo.path}
              alt="Logo"
              className="h-10 max-w-40 rounded border border-line bg-white object-contain p-1"
            />
          )}
          <Button icon={ImageUp} onClick={() => input.current?.click()}>
            {logo ? 'Replace' : 'Choose image'}
          </Button>
          {logo && (
            <Button tone="quiet" icon={X} onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
          <input
            {...names}
            ref={input}
            type="file"
            accept={types}
            tabIndex={-1}
            className="sr-only"
            onChange={event => {
              read(event.target.files?.[0])
              // Reset, so that the same file can be chosen again.
              event.target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}

/** Rejects files that the browser cannot show. */
async function readLogo(file: File): Promise<Logo> {
  if (!types.split(',').includes(file.type)) return Promise.reject(new Error('unsupported image type'))
  const path = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = reject
    reader.readAsDataURL(file)
  })
  const image = new Image()
  image.src = path
  await image.decode()
  return { path, width: image.naturalWidth, height: image.naturalHeight }
}
