import { useState } from 'react'
import { Tabs } from '#tabs/tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { type Language, languageNames, languages, type Sample, sampleIn } from './samples.ts'

const kept = 'posthorn.language'
const lastLanguage = (): Language => languages.find(one => one === localStorage.getItem(kept)) ?? 'curl'

/** A request in the chosen language; the browser remembers the choice. */
export function SampleTabs(sample: Sample) {
  const [language, setLanguage] = useState(lastLanguage)
  return (
    <Tabs
      label="Language"
      chosen={language}
      onChoose={name => {
        localStorage.setItem(kept, name)
        setLanguage(name)
      }}
      tabs={languages.map(name => ({
        name,
        label: languageNames[name],
        content: () => <CodeBlock code={sampleIn(name, sample)} />,
      }))}
    />
  )
}
