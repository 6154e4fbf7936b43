/** The first request in several languages, with only their standard library. */

export const languages = ['curl', 'node', 'python', 'go', 'php'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = {
  curl: 'curl',
  node: 'Node.js',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
}

export type Sample = { url: string; apiKey: string; body: Record<string, string> }

export const sampleIn = (language: Language, sample: Sample): string => writers[language](sample)

const json = ({ body }: Sample) => JSON.stringify(body, null, 2)
/** A JSON string literal is also valid in JavaScript, Python and Go. */
const quoted = (text: string) => JSON.stringify(text)
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const inPhp = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const lines = ({ body }: Sample, line: (name: string, value: string) => string) =>
  Object.entries(body).map(([name, value]) => line(name, value))

const writers: Record<Language, (sample: Sample) => string> = {
  curl: sample =>
    [
      `curl ${sample.url}`,
      `  -H "Authorization: Bearer ${sample.apiKey}"`,
      '  -H "Content-Type: application/json"',
      `  -d ${inShell(json(sample))}`,
    ].join(' \\\n'),

  node: sample => `const response = await fetch(${quoted(sample.url)}, {
  method: "POST",
  headers: { Authorization: "Bearer ${sample.apiKey}", "Content-Type": "application/json" },
  body: JSON.stringify({
${lines(sample, (name, value) => `    ${name}: ${quoted(value)},`).join('\n')}
  }),
})
console.log(response.status, await response.json())
`,

  python: sample => `import json, urllib.request

email = {
${lines(sample, (name, value) => `    ${quoted(name)}: ${quoted(value)},`).join('\n')}
}
request = urllib.request.Request(
    ${quoted(sample.url)},
    data=json.dumps(email).encode(),
    headers={"Authorization": "Bearer ${sample.apiKey}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`,

  go: sample => `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

func main() {
	email, _ := json.Marshal(map[string]string{
${lines(sample, (name, value) => `\t\t${quoted(name)}: ${quoted(value)},`).join('\n')}
	})
	request, _ := http.NewRequest("POST", ${quoted(sample.url)}, bytes.NewReader(email))
	request.Header.Set("Authorization", "Bearer ${sample.apiKey}")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(answer))
}
`,

  php: sample => `<?php
$request = curl_init(${inPhp(sample.url)});
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${sample.apiKey}', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
${lines(sample, (name, value) => `        ${inPhp(name)} => ${inPhp(value)},`).join('\n')}
    ]),
]);
echo curl_exec($request), "\\n";
`,
}
