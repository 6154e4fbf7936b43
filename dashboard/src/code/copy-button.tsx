import { Check, Copy } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { Button } from '#button/button.tsx'
import { toast } from '#toast/toasts.ts'

type Props = { text: string; label?: string; children?: string }

/** Copies a text. Only an icon unless it has children. */
export function CopyButton({ text, label = 'Copy', children }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (await copyText(text, currentTarget)) setCopied(true)
    else toast('Could not copy. Select the text and copy it yourself.')
  }
  return (
    <Button
      tone={children ? 'plain' : 'quiet'}
      isSmall
      icon={isCopied ? Check : Copy}
      aria-label={label}
      title={label}
      onClick={copy}
    >
      {children}
    </Button>
  )
}

/** The clipboard API exists only on https and localhost; elsewhere execCommand still works. */
async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const area = document.createElement('textarea')
  area.value = text
  // Beside the button: outside of an open dialog nothing can be selected, and an empty text would be copied.
  button.after(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  button.focus()
  return isDone
}
